import { badRequest } from '../http/failures.ts';
import type { Locks } from '../locks/Locks.ts';
import type { Stores } from '../store/stores.ts';
import type { User } from '../store/users.ts';
import type { AccessCache } from './accessCache.ts';
import { isPasskey } from './lastDevice.ts';

type Parts = { stores: Pick<Stores, 'db' | 'devices' | 'roles' | 'users'>; accessCache: AccessCache; locks: Locks };

/** The rules that an administrator needs to repair roles and users. */
const ADMIN_RULES: readonly [kind: string, ...verbs: string[]][] = [
  ['role', 'list', 'read', 'create', 'update'],
  ['user', 'list', 'read', 'create', 'update'],
];

/** A shorter sign-in does not leave enough time for repairs. */
const SESSION_MIN_MS = 60_000;

/** The kinds in these rules, and the wildcard. */
const KINDS = [...ADMIN_RULES.map(([kind]) => kind), '*'];

/**
 * Makes a change to users, roles or locks. If the change would leave no user who can administer users and roles, now or
 * after roles expire, it is undone and refused. Only users who can sign in count. `action` is the start of the message:
 * `Deleting this role`.
 */
export function keepingAnAdministrator<T>(
  { stores: { db, devices, roles, users }, accessCache, locks }: Parts,
  action: string,
  change: () => T,
): T {
  /** Users with devices need one that is not locked. Without a password it must be a passkey. */
  const getsIn = (user: User): boolean => {
    const subject = { user: user.name, roles: user.roles };
    // A provider's account lasts for a sign-in, and its passkeys are second factors only.
    if (user.authType !== 'local' || !user.isSetUp || locks.inForce(subject)) return false;
    const all = devices.of(user.name);
    const unlocked = all.filter(({ id }) => !locks.inForce({ ...subject, mfaDevice: id }));
    return (
      all.length === 0 || unlocked.some((device) => isPasskey(device) || users.passwordHash(user.name) !== undefined)
    );
  };
  const administers = (user: User): boolean => {
    const access = accessCache.of(user);
    if (!getsIn(user) || access.options().maxSessionTtlMs < SESSION_MIN_MS) return false;
    return ADMIN_RULES.every(([kind, ...verbs]) => verbs.every((verb) => access.rule(kind, verb).ok));
  };
  // A user with a missing role may do nothing, also if other roles make them an administrator.
  const isLasting = (user: User): boolean => administers(user) && accessCache.areLasting(user.roles);
  const hasOne = () => {
    // Compiling the roles of thousands of users takes long, so only users with relevant rules are checked.
    const possible = users.holdingAny(roles.withRulesFor(KINDS));
    return { now: possible.some(administers), later: possible.some(isLasting) };
  };
  return db.transaction(() => {
    const before = hasOne();
    const result = change();
    const after = hasOne();
    const refusal = `${action} would leave no user who can administer users and roles`;
    if (before.now && !after.now) throw badRequest(refusal);
    if (before.later && !after.later) throw badRequest(`${refusal} once a role ends`);
    return result;
  });
}
