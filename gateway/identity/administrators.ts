import { badRequest } from '../http/failures.ts';
import type { Locks } from '../locks/Locks.ts';
import type { Stores } from '../store/stores.ts';
import type { User } from '../store/users.ts';
import type { AccessCache } from './accessCache.ts';
import { isPasskey } from './lastDevice.ts';

type Parts = { stores: Pick<Stores, 'db' | 'devices' | 'roles' | 'users'>; accessCache: AccessCache; locks: Locks };

/** What it takes to mend roles and users from inside. */
const ADMIN_RULES: readonly [kind: string, ...verbs: string[]][] = [
  ['role', 'list', 'read', 'create', 'update'],
  ['user', 'list', 'read', 'create', 'update'],
];

/** A sign-in that ends sooner is too short to mend anything. */
const SESSION_MIN_MS = 60_000;

/** Of their rules, and what stands for every kind. */
const KINDS = [...ADMIN_RULES.map(([kind]) => kind), '*'];

/**
 * Makes a change to users, roles or locks, unless it would leave nobody who can administer both, now or when roles end
 * that end by themselves: then it is undone and refused. Only who can sign in counts. `what` begins the sentence:
 * `Deleting this role`.
 */
export function keepingAnAdministrator<T>(
  { stores: { db, devices, roles, users }, accessCache, locks }: Parts,
  what: string,
  change: () => T,
): T {
  /** With a factor that no lock is on, where the user has any; without a password, with such a passkey. */
  const getsIn = (user: User): boolean => {
    const subject = { user: user.name, roles: user.roles };
    // A provider's account lasts for a sign-in, and its passkeys are second factors only.
    if (user.authType !== 'local' || !user.isSetUp || locks.inForce(subject)) return false;
    const own = devices.of(user.name);
    const left = own.filter(({ id }) => !locks.inForce({ ...subject, mfaDevice: id }));
    return own.length === 0 || left.some((device) => isPasskey(device) || users.passwordHash(user.name) !== undefined);
  };
  const administers = (user: User): boolean => {
    const access = accessCache.of(user);
    if (!getsIn(user) || access.options().maxSessionTtlMs < SESSION_MIN_MS) return false;
    return ADMIN_RULES.every(([kind, ...verbs]) => verbs.every((verb) => access.rule(kind, verb).ok));
  };
  // Whose role is gone may do nothing at all: neither may an administrator by other roles.
  const isLasting = (user: User): boolean => administers(user) && accessCache.areLasting(user.roles);
  const hasOne = () => {
    // Compiling the roles of thousands takes long: only those are asked whose roles could let them.
    const possible = users.holdingAny(roles.withRulesFor(KINDS));
    return { now: possible.some(administers), later: possible.some(isLasting) };
  };
  return db.transaction(() => {
    const before = hasOne();
    const result = change();
    const after = hasOne();
    const refusal = `${what} would leave no user who can administer users and roles`;
    if (before.now && !after.now) throw badRequest(refusal);
    if (before.later && !after.later) throw badRequest(`${refusal} once a role ends`);
    return result;
  });
}
