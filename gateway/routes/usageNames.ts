// Names in usage events (http-auth §12.2).

export const discoverSteps: readonly string[] = [
  'started',
  'resourceSelection',
  'integration.awsoidc.connect',
  'database.enroll.rds',
  'deployService',
  'database.register',
  'database.configure.mtls',
  'database.configure.iampolicy',
  'desktop.activeDirectory.tools.install',
  'desktop.activeDirectory.configure',
  'autoDiscoveredResources',
  'principals.configure',
  'testConnection',
  'completed',
];

const words = (text: string): string[] => text.trim().split(/\s+/);

export const integrationKinds: ReadonlySet<string> = new Set(
  words('SLACK AWS_OIDC PAGERDUTY EMAIL JIRA DISCORD MATTERMOST MS_TEAMS OPSGENIE OKTA JAMF').map(
    (kind) => `INTEGRATION_ENROLL_KIND_${kind}`,
  ),
);

const DATABASES = `
  POSTGRES_SELF_HOSTED MYSQL_SELF_HOSTED MONGODB_SELF_HOSTED POSTGRES_RDS MYSQL_RDS SQLSERVER_RDS POSTGRES_REDSHIFT
  SQLSERVER_SELF_HOSTED REDIS_SELF_HOSTED POSTGRES_GCP MYSQL_GCP SQLSERVER_GCP POSTGRES_REDSHIFT_SERVERLESS
  POSTGRES_AZURE DYNAMODB CASSANDRA_KEYSPACES CASSANDRA_SELF_HOSTED ELASTICSEARCH_SELF_HOSTED REDIS_ELASTICACHE
  REDIS_MEMORYDB REDIS_AZURE_CACHE REDIS_CLUSTER_SELF_HOSTED MYSQL_AZURE SQLSERVER_AZURE SQLSERVER_MICROSOFT
  COCKROACHDB_SELF_HOSTED MONGODB_ATLAS SNOWFLAKE`;
const OTHERS = `
  SERVER KUBERNETES APPLICATION_HTTP APPLICATION_TCP WINDOWS_DESKTOP SAML_APPLICATION DOC_DATABASE_RDS_PROXY
  DOC_DATABASE_HIGH_AVAILABILITY DOC_DATABASE_DYNAMIC_REGISTRATION`;

export const discoverResources: ReadonlySet<string> = new Set(
  [...words(OTHERS), ...words(DATABASES).map((name) => `DATABASE_${name}`)].map((name) => `DISCOVER_RESOURCE_${name}`),
);
