// The AWS policy that an agent needs for a database (http-resources §6.5). For an unknown part of a name, the text
// contains a placeholder, which is listed.
import { textAt } from '../../src/lib/json.ts';
import { databaseType } from './databaseType.ts';

type IamPolicy = { policy_document: string; placeholders?: string[] };

type Name = (value: string, placeholder: string) => string;
type Statement = { action: string; resources: readonly string[] };

/** undefined if the type has no such policy. */
export function iamPolicy(spec: unknown): IamPolicy | undefined {
  const statementOf = STATEMENTS[databaseType(spec)];
  if (!statementOf) return undefined;
  const placeholders = new Set<string>();
  const orPlaceholder: Name = (value, placeholder) => {
    if (value !== '') return value;
    placeholders.add(placeholder);
    return placeholder;
  };
  const region = textAt(spec, 'aws', 'region');
  const account = textAt(spec, 'aws', 'account_id');
  const arn = (service: string, resource: string) =>
    [
      'arn',
      orPlaceholder(partitionOf(region), '{partition}'),
      service,
      orPlaceholder(region, '{region}'),
      orPlaceholder(account, '{account_id}'),
      resource,
    ].join(':');
  const { action, resources } = statementOf(spec, orPlaceholder, arn);
  const [only, ...more] = resources;
  return {
    policy_document: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: action, Resource: more.length > 0 ? resources : only }],
    }),
    ...(placeholders.size > 0 && { placeholders: [...placeholders] }),
  };
}

type StatementOf = (
  spec: unknown,
  orPlaceholder: Name,
  arn: (service: string, resource: string) => string,
) => Statement;

const connectTo =
  (...path: string[]): StatementOf =>
  (spec, orPlaceholder, arn) => ({
    action: 'rds-db:connect',
    resources: [arn('rds-db', `dbuser:${orPlaceholder(textAt(spec, ...path), '{resource_id}')}/*`)],
  });

const STATEMENTS: Readonly<Record<string, StatementOf>> = {
  rds: connectTo('aws', 'rds', 'resource_id'),
  rdsproxy: connectTo('aws', 'rdsproxy', 'resource_id'),
  redshift: (spec, orPlaceholder, arn) => {
    const cluster = orPlaceholder(textAt(spec, 'aws', 'redshift', 'cluster_id'), '{cluster_id}');
    return {
      action: 'redshift:GetClusterCredentials',
      resources: ['dbuser', 'dbname', 'dbgroup'].map((what) => arn('redshift', `${what}:${cluster}/*`)),
    };
  },
  elasticache: (spec, orPlaceholder, arn) => {
    const group = orPlaceholder(textAt(spec, 'aws', 'elasticache', 'replication_group_id'), '{replication_group_id}');
    return {
      action: 'elasticache:Connect',
      resources: [arn('elasticache', `replicationgroup:${group}`), arn('elasticache', 'user:*')],
    };
  },
};

function partitionOf(region: string): string {
  if (region === '') return '';
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
