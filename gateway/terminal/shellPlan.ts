// The target of a new terminal: a server, or a container of a Kubernetes cluster.
import { ONLY_USER } from '../../src/wire/constants.ts';
import { parsePodAddress, type PodAddress } from '../../src/wire/terminal/podAddress.ts';
import type { Audit } from '../audit/audit.ts';
import { ApiFailure } from '../http/failures.ts';
import { findCluster, grantCluster } from '../kubernetes/clusterAccess.ts';
import type { KubeParts } from '../kubernetes/KubeClient.ts';
import { podTarget } from '../kubernetes/podTarget.ts';
import type { SshDialing } from '../ssh/route.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { judgeLogin } from './nodeAccess.ts';
import { resolveServer, type AskedServer } from './resolveServer.ts';
import { askedNode, grantLogin, requireRoom, shellTarget, type Visitor } from './shellRequest.ts';
import { TargetError, type Target, type TargetNode, type TargetPod } from './target.ts';

type Parts = KubeParts & {
  audit: Audit;
  inventory: InventoryStore;
  hostId: string;
  ssh: () => SshDialing;
  ownAccount: () => boolean;
};

/** `login`: for a container, the Kubernetes user. */
export type ShellPlan = {
  kind: 'ssh' | 'k8s';
  requested: AskedServer;
  login: string;
  /** The node for locks, whether it may be accessed or not. */
  node: TargetNode;
  /**
   * Throws a TargetError if the visitor may not log in, or has as many sessions as the roles allow: `begun` counts
   * them.
   */
  grant(begun: number): { node: TargetNode; asksKey: boolean; target: (sid: string) => Target };
};

/** Throws refusals that come before the upgrade. */
export function planShell(visitor: Visitor, request: { serverId: string; login: string }, parts: Parts): ShellPlan {
  const pod = parsePodAddress(request.serverId);
  if (pod) return planPod(visitor, pod, request, parts);
  const { login } = request;
  const server = resolveServer(parts.inventory, visitor.caller.access, request.serverId, parts.ssh().anyHost);
  return {
    kind: 'ssh',
    requested: server.requested,
    login,
    node: askedNode(server),
    grant(begun) {
      const grant = grantLogin({ visitor, server, login, begun }, parts);
      return { ...grant, target: (sid) => shellTarget(grant, parts, sid) };
    },
  };
}

function planPod(
  visitor: Visitor,
  { cluster, namespace, pod: name, container }: PodAddress,
  request: { serverId: string; login: string },
  parts: Parts,
): ShellPlan {
  const { caller } = visitor;
  const entry = findCluster(parts.inventory, caller, cluster);
  const chosen = request.login === ONLY_USER ? undefined : request.login;
  let refused: string | undefined;
  let pod: TargetPod = {
    cluster,
    namespace,
    name,
    container,
    identity: { user: chosen ?? caller.user.name, groups: [], isOwn: false },
    agentId: parts.hostId,
  };
  try {
    pod = { ...pod, identity: grantCluster(caller, entry, chosen).identity };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    refused = error.message;
  }
  const login = pod.identity.user;
  const node: TargetNode = { id: request.serverId, hostname: name, addr: cluster, labels: entry.labels, pod };
  return {
    kind: 'k8s',
    requested: { id: node.id, hostname: name, port: 0 },
    login,
    node,
    grant(begun) {
      if (refused !== undefined) throw new TargetError(refused);
      const verdict = judgeLogin(caller.access, node, login);
      if (!verdict.ok)
        throw new TargetError(
          `Your roles do not allow the pod ${namespace}/${name} in ${cluster}: ${verdict.message}.`,
        );
      requireRoom(visitor, { begun, node, login }, parts.audit);
      return {
        node,
        asksKey: caller.access.requiresSessionMfa('kube_cluster', entry.labels),
        target: () => podTarget(parts, node, pod, entry),
      };
    },
  };
}
