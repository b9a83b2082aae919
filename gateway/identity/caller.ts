import type { Access } from '../../src/access/access.ts';
import { denied } from '../http/failures.ts';
import type { LockSubject } from '../locks/lock.ts';
import type { User } from '../store/users.ts';
import type { WebSession } from '../store/webSessions.ts';

/** The user who sends a request, and their current access: a change of their roles applies from the next request. */
export type Caller = { user: User; session: WebSession; access: Access };

/** The caller, as locks match them before a specific action. */
export const lockSubject = ({ user, session }: Pick<Caller, 'user' | 'session'>): LockSubject => ({
  user: user.name,
  roles: user.roles,
  signInDevice: session.mfaDevice,
});

/**
 * Refuses unless the caller's roles allow every verb on the kind. The message names each missing verb
 * (http-resources §0).
 */
export function requireRule({ access }: Pick<Caller, 'access'>, kind: string, ...verbs: string[]): void {
  const missing = verbs.flatMap((verb) => {
    const verdict = access.rule(kind, verb);
    return verdict.ok ? [] : [verdict.message];
  });
  if (missing.length > 0) throw denied(missing.join(', '));
}
