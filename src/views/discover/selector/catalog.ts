// Everything that can be enrolled, as cards of the selector (screens §19.1).
import type { IconName } from '../../../ui/plain/Icon.tsx';

export type CardKind = 'server' | 'kubernetes' | 'desktop' | 'application' | 'database' | 'saml';

export type FlowName = 'server' | 'kubernetes' | 'desktop' | 'application' | 'databaseSelfHosted' | 'databaseAws';

export type Card = {
  /** Name in the address of the page. */
  id: string;
  title: string;
  /** Where the resource runs, above the title. */
  group: string;
  kind: CardKind;
  icon: IconName;
  /** Words that the search matches, in lower case. */
  keywords: string;
  /** `DISCOVER_RESOURCE_…` (http-auth §12.2) */
  resource: string;
  /** Flow in this console. Absent: the card links to the documentation. */
  flow?: FlowName;
  docs?: string;
  /** Only for databases with a flow. */
  engine?: 'postgres' | 'mysql' | 'aurora-postgres' | 'aurora-mysql';
  enterprise?: true;
};

const DOCS = 'https://goteleport.com/docs';
const event = (name: string): string => `DISCOVER_RESOURCE_${name}`;

const server = (id: string, title: string, words: string): Card => ({
  id: `server-${id}`,
  title,
  group: 'Server',
  kind: 'server',
  icon: 'server',
  keywords: `server node ssh ${words}`,
  resource: event('SERVER'),
  flow: 'server',
});

const HOSTS = {
  AWS: 'aws amazon web services',
  Azure: 'microsoft azure',
  Microsoft: 'microsoft azure',
  GCP: 'gcp google cloud provider',
  'Self-hosted': 'self hosted self-hosted',
  Cloud: '',
  Guide: '',
} as const;
type Host = keyof typeof HOSTS;

type DatabaseOptions = Pick<Card, 'flow' | 'engine' | 'docs'> & { words?: string };

const database = (host: Host, id: string, title: string, name: string, options: DatabaseOptions): Card => {
  const { words = '', docs, ...flow } = options;
  return {
    id: `database-${id}`,
    title,
    group: host === 'Guide' ? 'Database' : `Database, ${host}`,
    kind: 'database',
    icon: 'database',
    keywords: `db database databases ${HOSTS[host]} ${title.toLowerCase()} ${words}`,
    resource: event(name.startsWith('DOC_') ? name : `DATABASE_${name}`),
    ...flow,
    ...(docs !== undefined && { docs: `${DOCS}/database-access/guides/${docs}` }),
  };
};

export const CARDS: readonly Card[] = [
  server('ubuntu', 'Ubuntu 14.04+', 'ubuntu linux'),
  server('debian', 'Debian 8+', 'debian linux'),
  server('rhel', 'RHEL/CentOS 7+', 'rhel redhat centos linux'),
  server('amazon', 'Amazon Linux 2', 'amazon linux'),
  server('macos', 'macOS', 'mac macos intel silicone apple'),
  {
    id: 'kubernetes',
    title: 'Kubernetes',
    group: 'Kubernetes',
    kind: 'kubernetes',
    icon: 'ship-wheel',
    keywords: 'kubernetes cluster kubes k8s eks gke aks',
    resource: event('KUBERNETES'),
    flow: 'kubernetes',
  },
  {
    id: 'desktop',
    title: 'Active Directory',
    group: 'Windows desktop',
    kind: 'desktop',
    icon: 'monitor',
    keywords: 'windows desktop active directory ad',
    resource: event('WINDOWS_DESKTOP'),
    flow: 'desktop',
  },
  {
    id: 'application',
    title: 'Application',
    group: 'Application',
    kind: 'application',
    icon: 'app-window',
    keywords: 'application web http https',
    resource: event('APPLICATION_HTTP'),
    flow: 'application',
  },
  database('AWS', 'rds-postgres', 'RDS PostgreSQL', 'POSTGRES_RDS', { flow: 'databaseAws', engine: 'postgres' }),
  database('AWS', 'aurora-postgres', 'Aurora PostgreSQL', 'POSTGRES_RDS', {
    flow: 'databaseAws',
    engine: 'aurora-postgres',
  }),
  database('AWS', 'rds-mysql', 'RDS MySQL/MariaDB', 'MYSQL_RDS', { flow: 'databaseAws', engine: 'mysql' }),
  database('AWS', 'aurora-mysql', 'Aurora MySQL/MariaDB', 'MYSQL_RDS', { flow: 'databaseAws', engine: 'aurora-mysql' }),
  database('Self-hosted', 'postgres', 'PostgreSQL', 'POSTGRES_SELF_HOSTED', {
    flow: 'databaseSelfHosted',
    engine: 'postgres',
  }),
  database('Self-hosted', 'mysql', 'MySQL/MariaDB', 'MYSQL_SELF_HOSTED', {
    flow: 'databaseSelfHosted',
    engine: 'mysql',
  }),
  database('AWS', 'dynamodb', 'DynamoDB', 'DYNAMODB', { docs: 'aws-dynamodb/' }),
  database('AWS', 'elasticache', 'ElastiCache & MemoryDB', 'REDIS_ELASTICACHE', { docs: 'redis-aws/', words: 'redis' }),
  database('AWS', 'keyspaces', 'Keyspaces (Apache Cassandra)', 'CASSANDRA_KEYSPACES', { docs: 'aws-cassandra/' }),
  database('AWS', 'redshift', 'Redshift PostgreSQL', 'POSTGRES_REDSHIFT', { docs: 'postgres-redshift/' }),
  database('AWS', 'redshift-serverless', 'Redshift Serverless', 'POSTGRES_REDSHIFT_SERVERLESS', {
    docs: 'redshift-serverless/',
    words: 'postgresql',
  }),
  database('AWS', 'rds-proxy', 'RDS Proxy', 'DOC_DATABASE_RDS_PROXY', { docs: 'rds-proxy/' }),
  database('Azure', 'azure-redis', 'Cache for Redis', 'REDIS_AZURE_CACHE', { docs: 'azure-redis/' }),
  database('Azure', 'azure-postgres', 'PostgreSQL', 'POSTGRES_AZURE', { docs: 'azure-postgres-mysql/' }),
  database('Azure', 'azure-mysql', 'MySQL', 'MYSQL_AZURE', { docs: 'azure-postgres-mysql/' }),
  database('Azure', 'azure-sqlserver', 'SQL Server (preview)', 'SQLSERVER_AZURE', {
    docs: 'azure-sql-server-ad/',
    words: 'active directory ad sqlserver',
  }),
  database('Microsoft', 'sqlserver', 'SQL Server (preview)', 'SQLSERVER_MICROSOFT', {
    docs: 'sql-server-ad/',
    words: 'active directory ad sqlserver',
  }),
  database('GCP', 'gcp-mysql', 'Cloud SQL MySQL', 'MYSQL_GCP', { docs: 'mysql-cloudsql/' }),
  database('GCP', 'gcp-postgres', 'Cloud SQL PostgreSQL', 'POSTGRES_GCP', { docs: 'postgres-cloudsql/' }),
  database('Cloud', 'mongodb-atlas', 'MongoDB Atlas', 'MONGODB_ATLAS', { docs: 'mongodb-atlas/' }),
  database('Cloud', 'snowflake', 'Snowflake (preview)', 'SNOWFLAKE', { docs: 'snowflake/' }),
  database('Self-hosted', 'cassandra', 'Cassandra & ScyllaDB', 'CASSANDRA_SELF_HOSTED', {
    docs: 'cassandra-self-hosted/',
  }),
  database('Self-hosted', 'cockroachdb', 'CockroachDB', 'COCKROACHDB_SELF_HOSTED', {
    docs: 'cockroachdb-self-hosted/',
  }),
  database('Self-hosted', 'elasticsearch', 'Elasticsearch', 'ELASTICSEARCH_SELF_HOSTED', { docs: 'elastic/' }),
  database('Self-hosted', 'mongodb', 'MongoDB', 'MONGODB_SELF_HOSTED', { docs: 'mongodb-self-hosted/' }),
  database('Self-hosted', 'redis', 'Redis', 'REDIS_SELF_HOSTED', { docs: 'redis/' }),
  database('Self-hosted', 'redis-cluster', 'Redis Cluster', 'REDIS_CLUSTER_SELF_HOSTED', { docs: 'redis-cluster/' }),
  database('Guide', 'high-availability', 'High availability', 'DOC_DATABASE_HIGH_AVAILABILITY', { docs: 'ha/' }),
  database('Guide', 'dynamic', 'Dynamic registration', 'DOC_DATABASE_DYNAMIC_REGISTRATION', {
    docs: 'dynamic-registration/',
  }),
  {
    id: 'saml',
    title: 'SAML application',
    group: 'Application',
    kind: 'saml',
    icon: 'app-window',
    keywords: 'saml sso application idp',
    resource: event('SAML_APPLICATION'),
    docs: `${DOCS}/access-controls/idps/saml-guide/`,
    enterprise: true,
  },
  {
    id: 'saml-grafana',
    title: 'SAML application (Grafana)',
    group: 'Application',
    kind: 'saml',
    icon: 'app-window',
    keywords: 'saml sso application idp grafana',
    resource: event('SAML_APPLICATION'),
    docs: `${DOCS}/access-controls/idps/saml-grafana/`,
    enterprise: true,
  },
];

/** Lists can link to a kind: `server` is its first card. Cards of databases differ too much for that. */
export const findCard = (id: string): Card | undefined =>
  CARDS.find((card) => card.id === id) ?? CARDS.find(({ kind }) => kind === id && kind !== 'database');

/** Differences of cards with the bundled gateway: other systems and texts. */
const EMBEDDED: Readonly<Record<string, Partial<Card>>> = {
  'server-ubuntu': { title: 'Ubuntu 18.04+' },
  'server-debian': { title: 'Debian 9+' },
  'server-rhel': { title: 'RHEL/CentOS 7.4+' },
  desktop: { title: 'VNC or RDP', group: 'Desktop', keywords: 'windows linux desktop vnc rdp' },
};

/** The guides describe agents of a cluster. */
const isGuide = ({ resource }: Card): boolean => resource.includes('_DOC_DATABASE_');

export function cardsFor({ isEmbedded, isEnterprise }: { isEmbedded: boolean; isEnterprise: boolean }): Card[] {
  const cards = CARDS.filter((card) => isEnterprise || !card.enterprise);
  return isEmbedded ? cards.filter((card) => !isGuide(card)).map((card) => ({ ...card, ...EMBEDDED[card.id] })) : cards;
}
