import { POD_PREFIX } from '../constants.ts';

/** A container to open a terminal in. Its address takes the place of a server id (streams §12). */
export type PodAddress = { cluster: string; namespace: string; pod: string; container: string };

/** Kubernetes names: never a path, a blank or only a dot. */
export const KUBE_NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;
/** The gateway's own name for a cluster. */
const CLUSTER = /^[a-zA-Z0-9]([a-zA-Z0-9._-]{0,251}[a-zA-Z0-9])?$/;

/** Undefined if this is not such an address. Ids and names of servers never contain a slash. */
export function parsePodAddress(text: string): PodAddress | undefined {
  if (!text.startsWith(POD_PREFIX)) return undefined;
  const [cluster = '', namespace = '', pod = '', container = '', ...rest] = text.slice(POD_PREFIX.length).split('/');
  const isAddress =
    rest.length === 0 && CLUSTER.test(cluster) && [namespace, pod, container].every((name) => KUBE_NAME.test(name));
  return isAddress ? { cluster, namespace, pod, container } : undefined;
}
