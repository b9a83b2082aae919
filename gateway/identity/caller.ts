import type { Access } from '../../src/access/access.ts';
import { denied } from '../http/failures.ts';
import type { LockSubject } from '../locks/lock.ts';
import type { User } from '../store/users.ts';
import type { WebSession } from '../store/webSessions.ts';

/** Who sends a request, and what they may do at this moment: a change of their roles counts from the next request on. */
export type Caller = { user: User; session: WebSession; access: Access };

/** The caller as locks see them, before they do anything in particular. */
export const lockSubject = ({ user, session }: Pick<Caller, 'user' | 'session'>): LockSubject => ({
  user: user.name,
  roles: user.roles,
  signInDevice: session.mfaDevice,
});

/** Refuses unless the caller's roles allow every verb on the kind; the message names each that is missing (http-resources §0). */
export function requireRule({ access }: Pick<Caller, 'access'>, kind: string, ...verbs: string[]): void {
  const missing = verbs.flatMap((verb) => {
    const verdict = access.rule(kind, verb);
    return verdict.ok ? [] : [verdict.message];
  });
  if (missing.length > 0) throw denied(missing.join(', '));
}
