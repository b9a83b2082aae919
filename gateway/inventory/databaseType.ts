import { at, isObject, textAt } from '../../src/lib/json.ts';

/** The hosting type of a database in lists, decided in this order by its document (resource-specs §9). */
export function databaseType(spec: unknown): string {
  const has = (...path: string[]) => isSet(at(spec, ...path));
  const protocol = textAt(spec, 'protocol');
  if (has('mongo_atlas', 'name')) return 'mongo-atlas';
  if (protocol === 'cassandra' && has('aws')) return 'keyspace';
  if (protocol === 'dynamodb') return 'dynamodb';
  if (protocol === 'opensearch') return 'opensearch';
  if (has('aws', 'redshift')) return 'redshift';
  if (has('aws', 'redshift_serverless')) return 'redshift-serverless';
  if (has('aws', 'elasticache')) return 'elasticache';
  if (has('aws', 'memorydb')) return 'memorydb';
  if (has('aws', 'rdsproxy')) return 'rdsproxy';
  if (has('aws', 'region') || has('aws', 'rds')) return 'rds';
  if (has('gcp', 'project_id')) return 'gcp';
  if (has('azure', 'name') || has('azure', 'resource_id')) return 'azure';
  return 'self-hosted';
}

/** Whether a value is set. An object of empty values is not. */
const isSet = (value: unknown): boolean =>
  isObject(value)
    ? Object.values(value).some(isSet)
    : value !== undefined && value !== null && value !== '' && value !== false;
