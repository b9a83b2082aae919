import { ApiError } from './errors.ts';
import { call } from './client.ts';
import { apiUrl } from './urls.ts';
import { readTime, type ClusterJson } from '../wire/http.ts';

export type Cluster = {
  clusterId: string;
  lastConnected: Date | undefined;
  status: string;
  authVersion: string;
  proxyVersion: string;
  publicURL: string;
};

export const toCluster = (json: Partial<ClusterJson>): Cluster => ({
  clusterId: json.name ?? '',
  lastConnected: readTime(json.lastConnected),
  status: json.status ?? '',
  authVersion: json.authVersion ?? '',
  proxyVersion: json.proxyVersion ?? '',
  publicURL: json.publicURL ?? '',
});

const byId = new Intl.Collator('en', { numeric: true });

/** Sorted by id (specification §3). */
export function toClusters(json: unknown): Cluster[] {
  if (json !== null && !Array.isArray(json)) throw new ApiError('The list of clusters is not a list', 200);
  return ((json ?? []) as ClusterJson[]).map(toCluster).sort((a, b) => byId.compare(a.clusterId, b.clusterId));
}

export const fetchClusters = async (signal?: AbortSignal): Promise<Cluster[]> =>
  toClusters(await call(apiUrl('sites'), { signal }));
