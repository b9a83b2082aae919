import type { Access } from '../../src/access/access.ts';
import type { KubeIdentity, PodName } from '../../src/access/kubernetes.ts';
import type { LabelSet } from '../../src/access/selector.ts';
import { ungranted, type Verdict } from '../../src/access/verdict.ts';

/** Whether a user may still access a cluster with this identity, and the pod. */
export function judgeCluster(access: Access, labels: LabelSet, identity: KubeIdentity, pod?: PodName): Verdict {
  const reached = access.resource('kube_cluster', labels);
  if (!reached.ok) return reached;
  const [users, groups] = [access.kubeUsers(labels), access.kubeGroups(labels)];
  const named = access.resource('kube_cluster', labels, { kubeUser: identity.user });
  const isDenied = !named.ok && named.cause === 'deny';
  const isUser = identity.isOwn ? users.length === 0 && groups.length > 0 && !isDenied : users.includes(identity.user);
  if (!isUser || !identity.groups.every((group) => groups.includes(group)))
    return ungranted(`no role allows the Kubernetes user ${identity.user} with these groups`);
  return pod ? access.pods(labels).judge(pod) : reached;
}
