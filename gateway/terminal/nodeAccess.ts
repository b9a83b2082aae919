// Who may log in to a node, in one place for shells, commands and files.
import type { Access } from '../../src/access/access.ts';
import type { Verdict } from '../../src/access/verdict.ts';
import type { LockSubject } from '../locks/lock.ts';
import type { TargetNode } from './target.ts';

type Node = Pick<TargetNode, 'labels' | 'unlisted'>;

export const judgeLogin = (access: Access, { labels, unlisted }: Node, login: string): Verdict =>
  unlisted ? access.unlistedNode({ login }) : access.resource('node', labels, { login });

/** Whether a hardware key has to be used first (streams §3.4). False also where the login is refused. */
export const asksKey = (access: Access, { labels, unlisted }: Node, login: string): boolean =>
  unlisted ? access.anyRequiresSessionMfa() : access.requiresSessionMfa('node', labels, { login });

/** A login on a node as locks see it. */
export const lockedNode = (
  { id, unlisted }: Pick<TargetNode, 'id' | 'unlisted'>,
  login: string,
): Pick<LockSubject, 'login' | 'serverId' | 'anyServer'> => ({ login, serverId: id, anyServer: unlisted });
