import type { LabelJson } from '../wire/http.ts';
import type { DatabaseJson } from '../wire/inventoryJson.ts';
import { cursorList } from './lists.ts';
import { fillPath } from './urls.ts';

export type Database = {
  id: string;
  name: string;
  description: string;
  protocol: string;
  type: string;
  /** Type and protocol as text. */
  words: string;
  labels: readonly LabelJson[];
  /** Host and port, or an address in the form of the protocol. */
  uri: string;
  /** The values that the caller's roles allow. `*` is any. */
  users: readonly string[];
  names: readonly string[];
};

function toDatabase(json: Partial<DatabaseJson>): Database {
  const [name, protocol, type] = [json.name ?? '', json.protocol ?? '', json.type ?? ''];
  return {
    id: name,
    name,
    description: json.desc ?? '',
    protocol,
    type,
    words: databaseLabel(type, protocol),
    labels: json.labels ?? [],
    uri: json.uri ?? '',
    users: json.database_users ?? [],
    names: json.database_names ?? [],
  };
}

/** Databases of a cluster (http-resources §6.1). */
export const databaseList = cursorList('sites/:clusterId/databases', toDatabase);

/** A database of a server, and the user that queries run as. */
export type QueryTarget = { clusterId: string; databaseName: string; user: string; database: string };

/** Databases with a protocol that the query console supports. */
export const canQuery = (protocol: string): boolean => protocol === 'postgres' || protocol === 'mysql';

/** The page of the query console, below `/web`. */
export const queryPath = ({ clusterId, databaseName, user, database }: QueryTarget): string => {
  const at = fillPath('/cluster/:clusterId/databases/:databaseName/query', { clusterId, databaseName });
  return `${at}?${new URLSearchParams({ user, database }).toString()}`;
};

// Names of databases by type and protocol (screens §5.1).

const PROTOCOLS: Readonly<Record<string, string>> = {
  postgres: 'PostgreSQL',
  mysql: 'MySQL/MariaDB',
  mongodb: 'MongoDB',
  sqlserver: 'SQL Server',
  redis: 'Redis',
  oracle: 'Oracle',
  cockroachdb: 'CockroachDB',
  cassandra: 'Cassandra',
  elasticsearch: 'Elasticsearch',
};

/** AWS products that have only one protocol each. */
const PRODUCTS: Readonly<Record<string, string>> = {
  redshift: 'Amazon Redshift',
  'redshift-serverless': 'Amazon Redshift Serverless',
  elasticache: 'Amazon ElastiCache',
  memorydb: 'Amazon MemoryDB',
  keyspace: 'Amazon Keyspaces',
  dynamodb: 'Amazon DynamoDB',
  opensearch: 'Amazon OpenSearch',
};

const HOSTS: Readonly<Record<string, string>> = {
  rds: 'Amazon RDS',
  rdsproxy: 'Amazon RDS Proxy',
  'self-hosted': 'Self-hosted',
  gcp: 'Cloud SQL',
  azure: 'Azure',
};

const wordFor = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

export function databaseLabel(type: string, protocol: string): string {
  if (protocol === 'snowflake') return 'Snowflake';
  return (
    wordFor(PRODUCTS, type) ?? `${wordFor(HOSTS, type) ?? type} ${wordFor(PROTOCOLS, protocol) ?? protocol}`.trim()
  );
}
