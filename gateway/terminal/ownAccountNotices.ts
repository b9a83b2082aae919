import { userInfo } from 'node:os';
import type { Gateway } from '../gateway.ts';
import { GATEWAY_ITSELF } from '../tasks/Tasks.ts';

/** How many names one line lists. */
const NAMED_MAX = 5;

/** Notices for the administrator at startup: who may log in as the gateway's own account on this machine. */
export async function ownAccountNotices({
  config,
  tasks,
  hostId,
}: Pick<Gateway, 'config' | 'tasks' | 'hostId'>): Promise<string[]> {
  if (!config.get().node?.ownAccount) return [];
  const { username: login } = userInfo();
  // Roles count without holders too: accounts of an identity provider may come later.
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
