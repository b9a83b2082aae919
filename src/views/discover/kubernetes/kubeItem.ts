import { kubeList, type KubeCluster } from '../../../api/inventoryLists.ts';
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

/** The clusters that a search finds. */
export async function findKubes(clusterId: string, search: string, signal?: AbortSignal): Promise<KubeItem[]> {
  const { rows } = await fetchRows(kubeList, { clusterId }, { limit: 10, search }, signal);
  return rows.map(({ name, users, groups }) => ({ name, users, groups }));
}
