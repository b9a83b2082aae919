import type { LabelJson } from '../wire/http.ts';
import type { KubeJson } from '../wire/inventoryJson.ts';
import { cursorList } from './lists.ts';

export type KubeCluster = {
  id: string;
  name: string;
  labels: readonly LabelJson[];
  /** As whom the caller's roles let them in. */
  users: readonly string[];
  groups: readonly string[];
};

const toKubeCluster = ({ name = '', ...json }: Partial<KubeJson>): KubeCluster => ({
  id: name,
  name,
  labels: json.labels ?? [],
  users: json.kubernetes_users ?? [],
  groups: json.kubernetes_groups ?? [],
});

/** Kubernetes clusters of a cluster (http-resources §5.1). */
export const kubeList = cursorList('sites/:clusterId/kubernetes', toKubeCluster);
