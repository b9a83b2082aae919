// What runs in a Kubernetes cluster, as our extension of the API lists it (http-resources §22).

/** A cluster, and as which Kubernetes user where the roles allow several: `eu-1`, `dev@eu-1`. */
export type ClusterUser = { cluster: string; user?: string };

/** Names of clusters have no `@`, names of users may. */
export function parseClusterUser(text: string): ClusterUser {
  const at = text.lastIndexOf('@');
  return at <= 0 ? { cluster: text } : { cluster: text.slice(at + 1), user: text.slice(0, at) };
}

/** Of a followed log: seconds of silence after which a NUL byte comes, which is no part of the log. */
export const HEARTBEAT_HEADER = 'x-heartbeat';

export type NamespaceJson = { name: string; status: string; created: string };

/** `state`: `running`, or why it is not. `init`: runs before the others. */
export type ContainerJson = {
  name: string;
  image: string;
  ready: boolean;
  state: string;
  restarts: number;
  init?: true;
};

export type PodJson = {
  namespace: string;
  name: string;
  /** As kubectl prints it: `Running`, `CrashLoopBackOff`. */
  status: string;
  ready: number;
  containers: ContainerJson[];
  restarts: number;
  created: string;
  node: string;
  ip: string;
  labels: { name: string; value: string }[];
};

export type KubeEventJson = {
  id: string;
  type: string;
  reason: string;
  message: string;
  /** `Pod/web-7c9` */
  object: string;
  namespace: string;
  count: number;
  last: string;
};

/** `truncated`: there is more than one answer may hold. */
export type KubeListJson<J> = { items: J[]; truncated?: true };
