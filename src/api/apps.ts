import { isAwsConsole } from '../wire/clouds.ts';
import type { LabelJson } from '../wire/http.ts';
import type { AppJson } from '../wire/inventoryJson.ts';
import { cursorList } from './lists.ts';
import { fillPath } from './urls.ts';

/** An AWS role. `display` is the last part of its name. */
type AwsRole = { name: string; display: string; arn: string };

export type App = {
  id: string;
  name: string;
  description: string;
  clusterId: string;
  fqdn: string;
  publicAddr: string;
  /** In the form that people would type. */
  address: string;
  labels: readonly LabelJson[];
  /** `web` opens in a browser. The others are for command lines. */
  type: 'web' | 'aws' | 'cloud' | 'tcp';
  awsRoles: readonly AwsRole[];
  /** The name at the identity provider. */
  friendlyName: string;
};

/** Derived fields follow screens §5.1. */
export function toApp(json: Partial<AppJson>): App {
  const name = json.name ?? '';
  const uri = json.uri ?? '';
  const publicAddr = json.publicAddr ?? '';
  const clusterId = json.clusterId ?? '';
  const { awsConsole = isAwsConsole(uri) } = json;
  const scheme = /^(?:cloud|tcp):\/\//.exec(uri)?.[0] ?? 'https://';
  return {
    id: `${clusterId}-${name}-${publicAddr || uri}`,
    name,
    description: json.description ?? '',
    clusterId,
    fqdn: json.fqdn ?? '',
    publicAddr,
    address: publicAddr ? scheme + publicAddr : uri,
    labels: json.labels ?? [],
    type: awsConsole ? 'aws' : scheme === 'cloud://' ? 'cloud' : scheme === 'tcp://' ? 'tcp' : 'web',
    awsRoles: json.awsRoles ?? [],
    friendlyName: json.friendlyName ?? '',
  };
}

/** Applications of a cluster (http-resources §4.1). */
export const appList = cursorList('sites/:clusterId/apps', toApp);

/**
 * The page that opens the application, below `/web` (screens §5.3). An application without a public address uses its
 * `fqdn`.
 */
export function launchPath({ fqdn, clusterId, publicAddr }: App, arn = ''): string {
  const path = fillPath('/launch/:fqdn/:clusterId/:publicAddr', { fqdn, clusterId, publicAddr: publicAddr || fqdn });
  // The slashes and colons of the role belong to one path segment.
  return arn ? `${path}/${encodeURIComponent(arn)}` : path;
}
