import { at, textAt } from '../../src/lib/json.ts';

/** Where a database lives, as lists call it (http-resources §6). Decided by what its document says about its cloud. */
export function databaseType(spec: unknown): string {
  const has = (...path: string[]) => {
    const value = at(spec, ...path);
    return typeof value === 'string'
      ? value !== ''
      : typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  };
  if (textAt(spec, 'protocol') === 'dynamodb') return 'dynamodb';
  if (textAt(spec, 'protocol') === 'cassandra' && has('aws', 'account_id')) return 'keyspace';
  if (has('aws', 'redshift')) return 'redshift';
  if (has('aws', 'redshift_serverless')) return 'redshift-serverless';
  if (has('aws', 'elasticache')) return 'elasticache';
  if (has('aws', 'memorydb')) return 'memorydb';
  if (has('aws', 'opensearch')) return 'opensearch';
  if (has('aws', 'rdsproxy')) return 'rdsproxy';
  if (has('aws', 'rds') || has('aws', 'region') || /\.rds\.amazonaws\.com(:|$)/.test(textAt(spec, 'uri'))) return 'rds';
  if (has('gcp', 'project_id')) return 'gcp';
  if (has('azure')) return 'azure';
  if (has('mongo_atlas')) return 'mongo-atlas';
  return 'self-hosted';
}
