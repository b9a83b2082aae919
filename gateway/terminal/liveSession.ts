import type { ParticipantMode } from '../../src/wire/terminal/connectParams.ts';
import type { Caller } from '../identity/caller.ts';
import type { LiveSession } from '../sessions/liveSessions.ts';
import type { Session } from './Session.ts';

/** How somebody may join; null: not at all (http-resources §9). */
export function joinModes({ subject }: Session, { access }: Caller): readonly ParticipantMode[] | null {
  const modes = access.joinModes({ userName: subject.owner.user, roles: subject.ownerRoles }, 'ssh');
  return modes.length > 0 ? modes : null;
}

/** A terminal session as lists show it: what changes is read anew every time. */
export const toLiveSession = (session: Session): LiveSession => ({
  kind: 'ssh',
  id: session.subject.id,
  owner: session.subject.owner.user,
  ownerRoles: session.subject.ownerRoles,
  login: session.subject.login,
  created: new Date(session.createdMs),
  get lastActive() {
    return new Date(session.lastActiveMs);
  },
  serverId: session.subject.target.node.id,
  serverHostname: session.subject.target.node.hostname,
  get parties() {
    return session.parties.map(({ participant: { id, attendee }, lastActiveMs }) => ({
      id,
      user: attendee.user,
      lastActive: new Date(lastActiveMs),
    }));
  },
  moderated: session.subject.demands.length > 0,
  modesFor: (caller) => joinModes(session, caller),
});
