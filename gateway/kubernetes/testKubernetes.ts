import type { KubeIdentity } from '../../src/access/kubernetes.ts';
import { KubeClient, type KubeParts } from './KubeClient.ts';
import type { KubeTarget } from './login.ts';

/** `namespace`: the namespace whose pods are listed; '' for all. Without `user` the gateway calls as itself. */
export type KubernetesTest = { namespace: string; user?: string; groups?: readonly string[] };

/**
 * Tests whether the gateway can connect to a cluster, sign in, and list pods with an identity. `target` is an inventory
 * entry; `parts` contains `gateway.dialer`. Rejects with a KubernetesFault: `stage` is 'connect' (address, network,
 * TLS, kubeconfig), 'login' (credentials, impersonation) or 'list' (rights of the user), `message` is a sentence with a
 * suggested fix, and `cause` is the text of the system or the API server. Changes nothing in the cluster.
 */
export async function testKubernetes(
  parts: KubeParts,
  target: KubeTarget,
  { namespace, user, groups = [] }: KubernetesTest,
  signal?: AbortSignal,
): Promise<void> {
  const identity: KubeIdentity | undefined = user === undefined ? undefined : { user, groups, isOwn: false };
  const client = await KubeClient.open(parts, target, identity, signal);
  const prefix = namespace === '' ? [] : ['namespaces', namespace];
  await client.json(['api', 'v1', ...prefix, 'pods'], { limit: 1 }, signal);
}
