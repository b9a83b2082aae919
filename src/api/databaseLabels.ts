// What people call a database by its type and protocol (screens §5.1).

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

/** Amazon's products that speak one protocol each. */
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
