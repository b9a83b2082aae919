import { AWS_OIDC, type IntegrationJson } from '../wire/clouds.ts';
import { readTime } from '../wire/http.ts';
import { wholeList, type ListWire } from './lists.ts';
import { fillPath } from './urls.ts';

/** Another service in which the cluster can act. */
export type Integration = {
  /** The name, which cannot change. */
  id: string;
  name: string;
  subKind: string;
  /** AWS role that the cluster assumes. Empty for other services. */
  roleArn: string;
  /**
   * The other values that the server stores with the role. An update without them would clear them (http-resources
   * §21).
   */
  aws: IntegrationJson['awsoidc'];
  /** Undefined if the service does not report one, which means that it runs (screens §18.1). */
  statusCode: number | undefined;
  /** The last listing of databases. Undefined if there was none, or if the server does not store it. */
  lastUsed: Date | undefined;
  lastRegion: string;
  /** '' if it succeeded. */
  lastError: string;
};

const toIntegration = (json: Partial<IntegrationJson>): Integration => ({
  id: json.name ?? '',
  name: json.name ?? '',
  subKind: json.subKind ?? '',
  roleArn: json.awsoidc?.roleArn ?? '',
  aws: json.awsoidc,
  statusCode: json.statusCode,
  lastUsed: readTime(json.lastUse?.time),
  lastRegion: json.lastUse?.region ?? '',
  lastError: json.lastUse?.error ?? '',
});

/** One integration, from the response of a read or write. */
export const readIntegration = (json: unknown): Integration => toIntegration(json ?? {});

/** Always that of the root cluster (http-resources §14). */
export const integrationUrls = (rootCluster: string): { all: string; one: string } => {
  const all = fillPath('sites/:clusterId/integrations', { clusterId: rootCluster });
  return { all, one: `${all}/:id` };
};
export const integrationList = (rootCluster: string): ListWire<Integration> =>
  wholeList(integrationUrls(rootCluster).all, toIntegration, 'items');

export const newIntegrationBody = ({ name = '', roleArn = '', aws }: Partial<Integration>): IntegrationJson => ({
  name,
  subKind: AWS_OIDC,
  awsoidc: { ...aws, roleArn },
});

export const changedIntegrationBody = ({ roleArn = '', aws }: Partial<Integration>): Partial<IntegrationJson> => ({
  awsoidc: { ...aws, roleArn },
});
