import type { LiveSession } from '../sessions/liveSessions.ts';
import type { QuerySession } from './QuerySession.ts';

/** A running session on a database, as lists see it: nobody can join it. */
export const toLiveQuery = (session: QuerySession, ownerRoles: readonly string[]): LiveSession => {
  const { id, dbUser, database, owner } = session.subject;
  return {
    kind: 'db',
    id,
    owner: owner.user,
    ownerRoles,
    login: dbUser,
    created: new Date(session.createdMs),
    get lastActive() {
      return new Date(session.lastActiveMs);
    },
    serverId: database.uri,
    serverHostname: database.name,
    get parties() {
      return [{ id, user: owner.user, lastActive: new Date(session.lastActiveMs) }];
    },
    moderated: false,
    modesFor: () => null,
  };
};
