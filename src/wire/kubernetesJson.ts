// Objects in a Kubernetes cluster, as our API extension lists them (http-resources §22).

/** A cluster, and the Kubernetes user if the roles allow several: `eu-1`, `dev@eu-1`. */
export type ClusterUser = { cluster: string; user?: string };

/** Cluster names do not contain `@`, but user names can. */
export function parseClusterUser(text: string): ClusterUser {
  const at = text.lastIndexOf('@');
  return at <= 0 ? { cluster: text } : { cluster: text.slice(at + 1), user: text.slice(0, at) };
}

/**
 * For a followed log: after this many seconds of silence the gateway sends a NUL byte that does not belong to the log.
 */
export const HEARTBEAT_HEADER = 'x-heartbeat';

export type NamespaceJson = { name: string; status: string; created: string };

/** `state`: `running`, or the reason why it is not running. `init`: runs before the others. */
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

/** `truncated`: there are more items than one response can hold. */
export type KubeListJson<J> = { items: J[]; truncated?: true };
