import type { KubeIdentity } from '../../src/access/kubernetes.ts';
import { KubeClient, type KubeParts } from './KubeClient.ts';
import type { KubeTarget } from './login.ts';

/** `namespace`: whose pods are listed; '' for all. Without `user` the gateway calls as itself. */
export type KubernetesTest = { namespace: string; user?: string; groups?: readonly string[] };

/**
 * Whether the gateway reaches a cluster, may sign in there, and gets a list of pods as somebody. `target` is an entry of
 * the inventory; `parts` has `gateway.dialer`. Rejects with a KubernetesFault: `stage` is 'connect' (address, network, TLS,
 * kubeconfig), 'login' (credentials, impersonation) or 'list' (rights of the user); `message` is a sentence with what to
 * do; `cause` is what the system or the API server said. Changes nothing in the cluster.
 */
export async function testKubernetes(
  parts: KubeParts,
  target: KubeTarget,
  { namespace, user, groups = [] }: KubernetesTest,
  signal?: AbortSignal,
): Promise<void> {
  const identity: KubeIdentity | undefined = user === undefined ? undefined : { user, groups, own: false };
  const client = await KubeClient.open(parts, target, identity, signal);
  const place = namespace === '' ? [] : ['namespaces', namespace];
  await client.json(['api', 'v1', ...place, 'pods'], { limit: 1 }, signal);
}
