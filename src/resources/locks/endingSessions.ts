import type { ActiveSession } from '../../api/activeSessions.ts';
import type { LockTarget } from '../../api/locks.ts';

/** Roles by user; undefined if they cannot be read. */
export type RolesOf = (user: string) => readonly string[] | undefined;

/**
 * Whether a lock of the target ends the session, or removes a participant from it. Undefined if the roles are unknown.
 */
export function hits({ kind, value }: LockTarget, session: ActiveSession, rolesOf: RolesOf): boolean | undefined {
  const people = [session.owner, ...session.parties.map(({ user }) => user)];
  switch (kind) {
    case 'user':
      return people.includes(value);
    case 'login':
      return session.login === value;
    case 'server_id':
    case 'node':
      return session.serverId === value;
    case 'windows_desktop':
      return session.kind === 'desktop' && session.resourceName === value;
    case 'role': {
      const roles = people.map(rolesOf);
      if (roles.some((names) => names?.includes(value))) return true;
      return roles.includes(undefined) ? undefined : false;
    }
    case 'mfa_device':
    case 'device':
    case 'access_request':
      return undefined;
    default:
      return kind satisfies never;
  }
}

export type Ending = { sessions: readonly ActiveSession[]; isSure: boolean };

/** Which sessions end, and whether the list is complete. */
export function endingSessions(
  targets: readonly LockTarget[],
  sessions: readonly ActiveSession[],
  rolesOf: RolesOf,
): Ending {
  const judged = sessions.map((session) => ({
    session,
    verdicts: targets.map((target) => hits(target, session, rolesOf)),
  }));
  return {
    sessions: judged.filter(({ verdicts }) => verdicts.includes(true)).map(({ session }) => session),
    isSure: judged.every(({ verdicts }) => verdicts.includes(true) || !verdicts.includes(undefined)),
  };
}

/** `tomas.b as root on fra1-pay-db-01`. A session without a login has none. */
export const sessionLabel = ({ owner, login, resourceName }: ActiveSession): string =>
  [owner, login && `as ${login}`, resourceName && `on ${resourceName}`].filter(Boolean).join(' ');
