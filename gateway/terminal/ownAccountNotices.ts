import { userInfo } from 'node:os';
import type { Gateway } from '../gateway.ts';
import { GATEWAY_ITSELF } from '../tasks/Tasks.ts';

/** Names that one line has room for. */
const NAMED_MAX = 5;

/** What whoever starts the gateway should know of those who may log in as its own account on this machine. */
export async function ownAccountNotices({
  config,
  tasks,
  hostId,
}: Pick<Gateway, 'config' | 'tasks' | 'hostId'>): Promise<string[]> {
  if (!config.get().node?.ownAccount) return [];
  const { username: login } = userInfo();
  // A role counts without a holder too: accounts of an identity provider come later.
  const { users, roles } = await tasks.value('loginHolders', { nodeId: hostId, login }, GATEWAY_ITSELF);
  const who = [...listed('user', users), ...listed('role', roles)].join(', ');
  if (who === '') return [];
  return [
    `${who} may log in to this machine as ${login}, the gateway's own account. Such a login can read and change all ` +
      'data of the gateway. See docs/security.md',
  ];
}

function listed(noun: string, names: readonly string[]): string[] {
  const named = names.slice(0, NAMED_MAX).map((name) => `${noun} ${name}`);
  const more = names.length - named.length;
  return more > 0 ? [...named, `${more} more ${noun}s`] : named;
}
