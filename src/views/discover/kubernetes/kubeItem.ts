import { kubeList, type KubeCluster } from '../../../api/inventoryLists.ts';
import { joinedSearch } from '../../../api/joinTokens.ts';
import { fetchRows } from '../../../api/lists.ts';
import type { Labels } from '../parts/labels.ts';
import type { SavedDocument } from '../parts/saveResource.ts';
import type { JoinValues } from '../parts/useJoinToken.ts';

/** What the flow remembers of a cluster. */
export type KubeItem = Pick<KubeCluster, 'name' | 'users' | 'groups'>;

export type KubernetesValues = JoinValues & {
  name: string;
  labels: Labels;
  /** Of the agent. */
  namespace: string;
  /** The commands are made from the fields, which are locked. */
  isLocked?: boolean | undefined;
  /** A secret. */
  kubeconfig?: string | undefined;
  context: string;
  /** Server in between. */
  via: string;
  viaLogin: string;
  saved?: SavedDocument | undefined;
  kube?: KubeItem | undefined;
};

async function findKube(clusterId: string, search: string, signal?: AbortSignal) {
  const { rows } = await fetchRows(kubeList, { clusterId }, { limit: 10, search }, signal);
  return rows.map(({ name, users, groups }): KubeItem => ({ name, users, groups }));
}

/** The cluster that joined with one of these tokens; undefined: none yet. */
export async function findJoinedKube(
  clusterId: string,
  resourceIds: readonly string[],
  signal?: AbortSignal,
): Promise<KubeItem | undefined> {
  for (const resourceId of resourceIds) {
    const [kube] = await findKube(clusterId, joinedSearch(resourceId), signal);
    if (kube) return kube;
  }
  return undefined;
}

/** The cluster of this name, if the user may see it. */
export const findNamedKube = async (clusterId: string, name: string, signal?: AbortSignal) =>
  (await findKube(clusterId, name, signal)).find((kube) => kube.name === name);
