// Who may log in to a node or use a container, in one place for shells, commands and files.
import type { Access } from '../../src/access/access.ts';
import type { Verdict } from '../../src/access/verdict.ts';
import { judgeCluster } from '../kubernetes/judgeCluster.ts';
import type { LockSubject } from '../locks/lock.ts';
import type { TargetNode } from './target.ts';

type Node = Pick<TargetNode, 'labels' | 'unlisted' | 'pod'>;

export function judgeLogin(access: Access, { labels, unlisted, pod }: Node, login: string): Verdict {
  if (pod) return judgeCluster(access, labels, pod.identity, pod);
  return unlisted ? access.unlistedNode({ login }) : access.resource('node', labels, { login });
}

export const kindOf = ({ pod }: Pick<TargetNode, 'pod'>): 'ssh' | 'k8s' => (pod ? 'k8s' : 'ssh');

/** Whether a hardware key is required first (streams §3.4). False also if the login is refused. */
export const asksKey = (access: Access, { labels, unlisted }: Node, login: string): boolean =>
  unlisted ? access.anyRequiresSessionMfa() : access.requiresSessionMfa('node', labels, { login });

/** A login on a node, as locks match it. Locks name no Kubernetes user and no pod. */
export const lockedNode = (
  { id, unlisted, pod }: Pick<TargetNode, 'id' | 'unlisted' | 'pod'>,
  login: string,
): Pick<LockSubject, 'login' | 'serverId' | 'anyServer'> => (pod ? {} : { login, serverId: id, anyServer: unlisted });
