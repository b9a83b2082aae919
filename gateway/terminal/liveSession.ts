import type { ParticipantMode } from '../../src/wire/terminal/participantMode.ts';
import type { Caller } from '../identity/caller.ts';
import type { LiveSession } from '../sessions/liveSessions.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { kindOf } from './nodeAccess.ts';
import type { Session } from './Session.ts';

/** Provides the labels of servers. */
export type Inventory = Pick<InventoryStore, 'find'>;

/** The modes in which the caller may join, or null (http-resources §9). The current labels of the server count. */
export function joinModes(
  { subject }: Session,
  { access }: Pick<Caller, 'access'>,
  inventory: Inventory,
): readonly ParticipantMode[] | null {
  const { owner, ownerRoles, login, target } = subject;
  const modes = access.joinModes({ userName: owner.user, roles: ownerRoles }, kindOf(target.node), () => ({
    login,
    labels: target.node.unlisted ? undefined : (inventory.find('node', target.node.id)?.labels ?? target.node.labels),
  }));
  return modes.length > 0 ? modes : null;
}

/** A terminal session for lists. Values that change are getters. */
export const toLiveSession = (session: Session, inventory: Inventory): LiveSession => ({
  kind: kindOf(session.subject.target.node),
  id: session.subject.id,
  owner: session.subject.owner.user,
  ownerRoles: session.subject.ownerRoles,
  login: session.subject.login,
  created: new Date(session.createdMs),
  get lastActive() {
    return new Date(session.lastActiveMs);
  },
  serverId: session.subject.target.node.id,
  kubernetesCluster: session.subject.target.node.pod?.cluster ?? '',
  serverHostname: session.subject.target.node.hostname,
  serverPort: session.subject.target.node.port ?? 0,
  get parties() {
    return session.members.map(({ participant: { id, info }, lastActiveMs, mode }) => ({
      id,
      mode,
      user: info.user,
      lastActive: new Date(lastActiveMs),
    }));
  },
  moderated: session.subject.demands.length > 0,
  get waiting() {
    return session.isWaiting();
  },
  modesFor: (caller) => joinModes(session, caller, inventory),
});
