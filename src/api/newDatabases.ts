// Enrollment of databases (http-resources §6.3–6.6, §14.3).
import { parseJson, textAt } from '../lib/json.ts';
import type { LabelJson } from '../wire/http.ts';
import type { DatabaseJson, DatabaseServiceJson } from '../wire/inventoryJson.ts';
import { call } from './client.ts';
import { databaseList, type Database } from './databases.ts';
import { named } from './enrollment.ts';
import { isApiError } from './errors.ts';
import { fetchRows } from './lists.ts';
import { apiUrl } from './urls.ts';

const ALL = 'sites/:clusterId/databases';
const ONE = 'sites/:clusterId/databases/:name';

export type NewDatabase = {
  name: string;
  protocol: string;
  /** Host and port. */
  uri: string;
  labels: readonly LabelJson[];
  awsRds?: { accountId: string; resourceId: string };
};

/** Refused with 409 if the name is taken. */
export const createDatabase = (clusterId: string, body: NewDatabase): Promise<unknown> =>
  call(apiUrl(ALL, { clusterId }), { method: 'POST', body });

/** `caCert`: PEM text of the authority that signed the server's certificate. */
export const updateDatabase = (
  clusterId: string,
  name: string,
  body: Partial<NewDatabase> & { caCert?: string },
): Promise<unknown> => call(apiUrl(ONE, { clusterId, name }), { method: 'PUT', body: { name, ...body } });

/** Whether an agent serves a database of this name. */
export async function isDatabaseServed(clusterId: string, name: string): Promise<boolean> {
  try {
    await call(apiUrl(ONE, { clusterId, name }));
    return true;
  } catch (error) {
    if (isApiError(error, 404)) return false;
    throw error;
  }
}

/** The database of this name, if an agent serves it. */
export async function findDatabase(
  clusterId: string,
  name: string,
  signal?: AbortSignal,
): Promise<Database | undefined> {
  const { rows } = await fetchRows(databaseList, { clusterId }, named(name), signal);
  return rows.find((row) => row.name === name);
}

/** Labels that a service requires of its databases. null: it serves none. */
export type LabelMatchers = Readonly<Record<string, string | readonly string[]>> | null;

/** Of all services in the cluster. */
export async function fetchServiceMatchers(clusterId: string, signal?: AbortSignal): Promise<LabelMatchers[]> {
  const json = (await call(apiUrl('sites/:clusterId/databaseservices', { clusterId }), { signal })) as {
    items?: DatabaseServiceJson[] | null;
  };
  return (json.items ?? []).flatMap(({ resource_matchers }) => (resource_matchers ?? []).map(({ labels }) => labels));
}

/** The indented text of the AWS policy that the agent needs. */
export async function fetchIamPolicy(clusterId: string, name: string, signal?: AbortSignal): Promise<string> {
  const json = await call(apiUrl(`${ONE}/iam/policy`, { clusterId, name }), { signal });
  const text = textAt(json, 'aws', 'policy_document');
  return JSON.stringify(parseJson(text) ?? text, undefined, 2);
}

export type AwsQuery = { region: string; rdsType: 'instance' | 'cluster'; engines: readonly string[] };

/** A database of an AWS account. */
export type AwsDatabase = {
  name: string;
  protocol: string;
  engine: string;
  uri: string;
  labels: readonly LabelJson[];
  status: string;
  accountId: string;
  resourceId: string;
};

/** One page. `next` is '' on the last one. A page can be empty and still have a next one. */
export async function fetchAwsDatabases(
  clusterId: string,
  integration: string,
  query: AwsQuery & { nextToken: string },
  signal?: AbortSignal,
): Promise<{ databases: AwsDatabase[]; next: string }> {
  const url = apiUrl('sites/:clusterId/integrations/aws-oidc/:integration/databases', { clusterId, integration });
  const json = (await call(url, { method: 'POST', body: query, signal })) as {
    databases?: (DatabaseJson & { aws?: { status?: string } })[] | null;
    nextToken?: string;
  };
  return { databases: (json.databases ?? []).map(toAwsDatabase), next: json.nextToken ?? '' };
}

function toAwsDatabase({ name, protocol, uri, labels, aws }: DatabaseJson & { aws?: { status?: string } }) {
  return {
    name,
    protocol,
    uri,
    labels: labels ?? [],
    engine: labels?.find((label) => label.name === 'engine')?.value ?? protocol,
    status: aws?.status ?? '',
    accountId: aws?.account_id ?? '',
    resourceId: aws?.rds.resource_id ?? '',
  };
}

/** Those of these RDS resource ids that belong to databases in the cluster. */
export async function fetchEnrolledIds(
  clusterId: string,
  resourceIds: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (resourceIds.length === 0) return new Set();
  const query = resourceIds.map((id) => `resource.spec.aws.rds.resource_id == ${JSON.stringify(id)}`).join(' || ');
  const json = (await call(apiUrl(ALL, { clusterId }, { query, limit: resourceIds.length }), { signal })) as {
    items?: DatabaseJson[] | null;
  };
  return new Set((json.items ?? []).flatMap(({ aws }) => aws?.rds.resource_id ?? []));
}
