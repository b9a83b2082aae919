import type { LiveSession } from '../sessions/liveSessions.ts';
import type { DesktopSession } from './DesktopSession.ts';

/** A running desktop session, as lists see it: nobody can join it. */
export const toLiveDesktop = (session: DesktopSession, ownerRoles: readonly string[]): LiveSession => {
  const { id, login, desktop, owner } = session.subject;
  return {
    kind: 'desktop',
    id,
    owner: owner.user,
    ownerRoles,
    login,
    created: new Date(session.createdMs),
    get lastActive() {
      return new Date(session.lastActiveMs);
    },
    serverId: desktop.addr,
    serverHostname: desktop.name,
    get parties() {
      return [{ id, user: owner.user, lastActive: new Date(session.lastActiveMs) }];
    },
    moderated: false,
    modesFor: () => null,
  };
};
