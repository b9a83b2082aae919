// Databases of RDS and Aurora as inventory documents (http-resources §14.3).
import type { DBCluster, DBInstance, Tag } from '@aws-sdk/client-rds';
import { isLabelKey } from '../../src/access/checkMetadata.ts';
import type { FoundDatabase } from './awsOrder.ts';

/** The tag whose value replaces the name of a database. */
const NAME_TAG = 'teleport.dev/database_name';

const PROTOCOLS: Readonly<Record<string, string>> = {
  postgres: 'postgres',
  'aurora-postgresql': 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  aurora: 'mysql',
  'aurora-mysql': 'mysql',
};

/** States without connections. Unknown new states of AWS are shown. */
const UNUSABLE: ReadonlySet<string> = new Set([
  'cloning-failed',
  'creating',
  'deleting',
  'failed',
  'inaccessible-encryption-credentials',
  'inaccessible-encryption-credentials-recoverable',
  'incompatible-network',
  'incompatible-restore',
  'migration-failed',
  'starting',
  'stopped',
  'stopping',
]);

/** undefined if it cannot be used: because of its state, a missing address, or an unsupported engine. */
export const fromInstance = (instance: DBInstance, region: string): FoundDatabase | undefined =>
  toDatabase({
    region,
    id: instance.DBInstanceIdentifier,
    arn: instance.DBInstanceArn,
    host: instance.Endpoint?.Address,
    port: instance.Endpoint?.Port,
    engine: instance.Engine,
    version: instance.EngineVersion,
    status: instance.DBInstanceStatus,
    tags: instance.TagList,
    description: `RDS instance in ${region}`,
    labels: {
      'endpoint-type': 'instance',
      ...(instance.DBSubnetGroup?.VpcId && { 'vpc-id': instance.DBSubnetGroup.VpcId }),
    },
    rds: {
      instance_id: instance.DBInstanceIdentifier,
      cluster_id: instance.DBClusterIdentifier,
      resource_id: instance.DbiResourceId,
      iam_auth: instance.IAMDatabaseAuthenticationEnabled ?? false,
      subnets: instance.DBSubnetGroup?.Subnets?.flatMap(({ SubnetIdentifier }) => SubnetIdentifier ?? []),
    },
  });

/** The same for clusters, by their writer endpoint. */
export const fromCluster = (cluster: DBCluster, region: string): FoundDatabase | undefined =>
  toDatabase({
    region,
    id: cluster.DBClusterIdentifier,
    arn: cluster.DBClusterArn,
    host: cluster.Endpoint,
    port: cluster.Port,
    engine: cluster.Engine,
    version: cluster.EngineVersion,
    status: cluster.Status,
    tags: cluster.TagList,
    description: `Aurora cluster in ${region}`,
    labels: { 'endpoint-type': 'primary' },
    rds: {
      cluster_id: cluster.DBClusterIdentifier,
      resource_id: cluster.DbClusterResourceId,
      iam_auth: cluster.IAMDatabaseAuthenticationEnabled ?? false,
    },
  });

type Facts = {
  region: string;
  id: string | undefined;
  arn: string | undefined;
  host: string | undefined;
  port: number | undefined;
  engine: string | undefined;
  version: string | undefined;
  status: string | undefined;
  tags: Tag[] | undefined;
  description: string;
  labels: Record<string, string>;
  rds: Record<string, unknown>;
};

function toDatabase(facts: Facts): FoundDatabase | undefined {
  const { region, id, arn = '', host, port, engine = '', status = '', tags = [] } = facts;
  const protocol = PROTOCOLS[engine];
  if (!id || !host || port === undefined || protocol === undefined || UNUSABLE.has(status)) return undefined;
  const tagged = Object.fromEntries(
    tags.flatMap(({ Key = '', Value = '' }) => (isLabelKey(Key) ? [[Key, Value] as const] : [])),
  );
  const accountId = arn.split(':')[4] ?? '';
  return {
    status,
    document: {
      kind: 'db',
      version: 'v3',
      metadata: {
        name: tagged[NAME_TAG] || id,
        description: facts.description,
        labels: {
          'account-id': accountId,
          engine,
          'engine-version': facts.version ?? '',
          region,
          'teleport.dev/cloud': 'AWS',
          'teleport.dev/origin': 'cloud',
          ...facts.labels,
          ...tagged,
        },
      },
      spec: {
        protocol,
        uri: `${host}:${port}`,
        aws: { region, account_id: accountId, rds: facts.rds },
      },
    },
  };
}
