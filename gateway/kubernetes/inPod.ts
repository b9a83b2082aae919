import type { InPod } from '../audit/kubernetesEvents.ts';
import type { TargetPod } from '../terminal/target.ts';

/** The fields of a container in the events of its sessions. */
export const inPod = (
  { cluster, namespace, name, container, identity }: TargetPod,
  labels: Readonly<Record<string, string>>,
): InPod => ({
  kubernetes_cluster: cluster,
  kubernetes_users: [identity.user],
  kubernetes_groups: identity.groups,
  kubernetes_labels: labels,
  kubernetes_pod_namespace: namespace,
  kubernetes_pod_name: name,
  kubernetes_container_name: container,
});

/** The same fields from an event of a session. Empty for a server. */
export const podFields = (document: Readonly<Record<string, unknown>>): Partial<InPod> =>
  Object.fromEntries(Object.entries(document).filter(([name]) => name.startsWith('kubernetes_')));
