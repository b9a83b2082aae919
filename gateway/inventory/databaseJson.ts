// A database in lists and in its own endpoint (http-resources §6).
import { at, isObject, textAt, type JsonObject } from '../../src/lib/json.ts';
import type { DatabaseAwsJson, DatabaseJson } from '../../src/wire/inventoryJson.ts';
import type { Access } from '../../src/access/access.ts';
import { hostOf } from './databaseAddress.ts';
import { databaseType } from './databaseType.ts';
import type { Entry } from './entry.ts';
import { toLabelsJson } from './labels.ts';

const AWS_TYPES: ReadonlySet<string> = new Set([
  'rds',
  'rdsproxy',
  'redshift',
  'redshift-serverless',
  'elasticache',
  'memorydb',
  'opensearch',
  'keyspace',
  'dynamodb',
]);

type Database = Pick<Entry, 'document' | 'labels'>;

/** The answer of writes, which omits the allowed users. */
export function toDatabaseJson({ document: { metadata, spec }, labels }: Database): DatabaseJson {
  const type = databaseType(spec);
  const uri = textAt(spec, 'uri');
  return {
    name: metadata.name,
    desc: metadata.description ?? '',
    protocol: textAt(spec, 'protocol'),
    type,
    labels: toLabelsJson(labels),
    hostname: hostOf(uri),
    uri,
    ...(AWS_TYPES.has(type) && { aws: toAwsJson(spec['aws']) }),
  };
}

export function toListedDatabase(
  database: Database,
  { access }: { access: Pick<Access, 'dbUsers' | 'dbNames'> },
): DatabaseJson {
  const [users, names] = [access.dbUsers(), access.dbNames()];
  return {
    ...toDatabaseJson(database),
    ...(users.length > 0 && { database_users: [...users] }),
    ...(names.length > 0 && { database_names: [...names] }),
  };
}

function toAwsJson(aws: unknown): DatabaseAwsJson {
  const part = (name: string): JsonObject => {
    const value = at(aws, name);
    return isObject(value) ? value : {};
  };
  const field = (name: string) => {
    const value = textAt(aws, name);
    return value && { [name]: value };
  };
  const { iam_auth, ...rds } = part('rds');
  return {
    ...field('region'),
    ...field('account_id'),
    ...field('external_id'),
    ...field('assume_role_arn'),
    rds: { ...rds, iam_auth: iam_auth === true },
    redshift: part('redshift'),
    redshift_serverless: part('redshift_serverless'),
    rdsproxy: part('rdsproxy'),
    elasticache: part('elasticache'),
    memorydb: part('memorydb'),
    opensearch: part('opensearch'),
    secret_store: part('secret_store'),
  };
}
