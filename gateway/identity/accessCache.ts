import { createAccess, type Access } from '../../src/access/access.ts';
import { leaveOut } from '../../src/access/certificateLogins.ts';
import { combineOptions } from '../../src/access/options.ts';
import { toRole, type Role } from '../../src/access/role.ts';
import { forbidden } from '../../src/access/verdict.ts';
import { NotAdmitted } from '../locks/refusals.ts';
import { dataRevision } from '../store/dataRevision.ts';
import type { Database } from '../store/database.ts';
import type { RoleStore } from '../store/roles.ts';
import type { User } from '../store/users.ts';

/** Turns users and roles into access, and caches the result until either changes. */
export class AccessCache {
  #db: Database;
  #store: RoleStore;
  #factorEach: () => boolean;
  #now: () => number;
  /** When the first of the cached roles expires: a full disk may delay its removal. */
  #endMs = Infinity;
  #revision: string | undefined;
  #roles = new Map<string, Role | undefined>();
  #access = new Map<string, Access>();

  /** `factorEach`: whether the cluster requires a second factor for each session, independent of the roles. */
  constructor(db: Database, store: RoleStore, factorEach: () => boolean, now: () => number = Date.now) {
    this.#db = db;
    this.#store = store;
    this.#factorEach = factorEach;
    this.#now = now;
  }

  /**
   * Throws a `NotAdmitted` if a role of the user is missing: it expired, or was removed while it had no known holder.
   * Its denials and demands are missing too, so the remaining roles would allow more than intended. A cluster also
   * refuses such a user, with this text.
   */
  requireRoles({ roles }: Pick<User, 'roles'>): void {
    this.#refresh();
    const missing = roles.find((role) => !this.#role(role));
    if (missing !== undefined) throw new NotAdmitted(roleMissing(missing));
  }

  /** Whether every role exists and none of them expires. */
  areLasting(roles: readonly string[]): boolean {
    return roles.every((role) => this.#store.has(role)) && this.endMs(roles) === Infinity;
  }

  /** When the first of these roles expires. `Infinity` if none does. */
  endMs(roles: readonly string[]): number {
    return Math.min(...roles.map((role) => this.#store.find(role)?.expiresMs ?? Infinity));
  }

  /**
   * Returns the same object for the same user until a role or a user changes. If a role is missing, it refuses
   * everything.
   */
  of({ name, roles, traits }: Pick<User, 'name' | 'roles' | 'traits'>): Access {
    this.#refresh();
    const cached = this.#access.get(name);
    if (cached) return cached;
    const missing = roles.find((role) => !this.#role(role));
    const heldRoles = missing === undefined ? roles.flatMap((role) => this.#role(role) ?? []) : [];
    const granted = this.#underCluster(createAccess({ userName: name, roles: heldRoles, traits }));
    const access = missing === undefined ? granted : refusing(granted, roleMissing(missing));
    this.#access.set(name, access);
    return access;
  }

  /** The longest sign-in that these roles allow. */
  sessionTtlMs(roles: readonly string[]): number {
    this.#refresh();
    return combineOptions(roles.flatMap((role) => this.#role(role) ?? [])).maxSessionTtlMs;
  }

  #underCluster(access: Access): Access {
    const every = this.#factorEach;
    return {
      ...access,
      requiresSessionMfa: (kind, labels, principals) =>
        every() ? access.resource(kind, labels, principals).ok : access.requiresSessionMfa(kind, labels, principals),
      anyRequiresSessionMfa: () => every() || access.anyRequiresSessionMfa(),
      certificateLogins: () =>
        leaveOut(access.certificateLogins(), () => (every() ? 'the cluster requires MFA for each session' : undefined)),
    };
  }

  #role(name: string): Role | undefined {
    if (!this.#roles.has(name)) {
      const stored = this.#store.find(name);
      this.#roles.set(name, stored && toRole(stored.document));
      this.#endMs = Math.min(this.#endMs, stored?.expiresMs ?? Infinity);
    }
    return this.#roles.get(name);
  }

  #refresh(): void {
    const revision = dataRevision(this.#db, 'access');
    if (revision === this.#revision && this.#now() < this.#endMs) return;
    this.#revision = revision;
    this.#endMs = Infinity;
    this.#roles.clear();
    this.#access.clear();
  }
}

const roleMissing = (role: string): string => `role ${role} is not found`;

/** Refuses also what every user may do without a role. */
const refusing = (access: Access, message: string): Access => ({
  ...access,
  rule: () => forbidden(message),
  couldBeAllowed: () => false,
  resource: () => forbidden(message),
  joinModes: () => [],
});
