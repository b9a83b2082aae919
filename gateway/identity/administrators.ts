import { badRequest } from '../http/failures.ts';
import type { Locks } from '../locks/Locks.ts';
import type { Stores } from '../store/stores.ts';
import type { User } from '../store/users.ts';
import type { AccessBook } from './accessBook.ts';

type Parts = { stores: Pick<Stores, 'db' | 'users'>; accessBook: AccessBook; locks: Locks };

/** What it takes to mend roles and users from inside. */
const ADMIN_RULES: readonly [kind: string, ...verbs: string[]][] = [
  ['role', 'list', 'read', 'create', 'update'],
  ['user', 'list', 'read', 'create', 'update'],
];

/**
 * Makes a change to users, roles or locks, unless it would leave nobody who can administer both: then it is undone and
 * refused. Only who can sign in counts. `what` begins the sentence: `Deleting this role`.
 */
export function keepingAnAdministrator<T>(
  { stores: { db, users }, accessBook, locks }: Parts,
  what: string,
  change: () => T,
): T {
  const administers = (user: User): boolean => {
    const access = accessBook.of(user);
    const getsIn = user.isSetUp && !locks.inForce({ user: user.name, roles: user.roles });
    return getsIn && ADMIN_RULES.every(([kind, ...verbs]) => verbs.every((verb) => access.rule(kind, verb).ok));
  };
  return db.transaction(() => {
    const hadOne = users.list().some(administers);
    const result = change();
    if (hadOne && !users.list().some(administers)) {
      throw badRequest(`${what} would leave no user who can administer users and roles`);
    }
    return result;
  });
}
