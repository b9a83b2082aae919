import type { named } from '../../../api/enrollment.ts';
import { kubeList, type KubeCluster } from '../../../api/inventoryLists.ts';
import { fetchRows } from '../../../api/lists.ts';
import { at, textAt } from '../../../lib/json.ts';
import { objectsAt } from '../../../lib/objectsAt.ts';
import type { LabelValues } from '../parts/labels.ts';
import type { SavedDocument } from '../parts/saveResource.ts';
import type { JoinValues } from '../parts/useJoinToken.ts';

/** The fields of a cluster that the flow stores. */
export type KubeItem = Pick<KubeCluster, 'name' | 'users' | 'groups'>;

export type KubernetesValues = JoinValues &
  LabelValues & {
    name: string;
    /** Namespace of the agent. */
    namespace: string;
    /** The commands contain the values of the fields, so the fields are locked. */
    isLocked?: boolean | undefined;
    /** A secret. */
    kubeconfig?: string | undefined;
    context: string;
    /** Jump server. */
    via: string;
    viaLogin: string;
    saved?: SavedDocument | undefined;
    kube?: KubeItem | undefined;
  };

/** The first cluster that a list finds, by a search or by its name (enrollment.ts). */
export async function findKube(
  clusterId: string,
  request: { search: string } | ReturnType<typeof named>,
  signal?: AbortSignal,
): Promise<KubeItem | undefined> {
  const { rows } = await fetchRows(kubeList, { clusterId }, { limit: 1, ...request }, signal);
  return rows.map(({ name, users, groups }) => ({ name, users, groups }))[0];
}

export type ParsedKubeconfig = { contexts: readonly string[]; current: string | undefined; fault?: string };

/** Names of the contexts of a kubeconfig. `fault`: why the gateway could not use it. */
export async function readKubeconfig(text: string): Promise<ParsedKubeconfig> {
  const none = (fault: string): ParsedKubeconfig => ({ contexts: [], current: undefined, fault });
  const { parseYaml } = await import('../../../wire/yaml.ts');
  const parsed = parseYaml(text);
  if (!parsed.ok) return none('This is not YAML');
  const contexts = objectsAt(parsed.value, 'contexts').flatMap((context) => textAt(context, 'name') || []);
  if (contexts.length === 0) return none('This is not a kubeconfig: it has no contexts');
  const usesPrograms = objectsAt(parsed.value, 'users').some(
    (user) => at(user, 'user', 'exec') !== undefined || at(user, 'user', 'auth-provider') !== undefined,
  );
  const current = textAt(parsed.value, 'current-context');
  return {
    contexts,
    current: contexts.includes(current) ? current : undefined,
    ...(usesPrograms && { fault: 'Users with exec or auth-provider are not supported. Use a token or a certificate' }),
  };
}
