import { createAccess, type Access } from '../../src/access/access.ts';
import { combineOptions } from '../../src/access/options.ts';
import { toRole, type Role } from '../../src/access/role.ts';
import { accessRevision } from '../store/accessRevision.ts';
import type { Database } from '../store/database.ts';
import type { RoleStore } from '../store/roles.ts';
import type { User } from '../store/users.ts';

/** Turns users and roles into access, and keeps the result until either changes. */
export class AccessBook {
  #db: Database;
  #store: RoleStore;
  #factorEach: () => boolean;
  #revision: string | undefined;
  #roles = new Map<string, Role | undefined>();
  #access = new Map<string, Access>();

  /** `factorEach`: whether the cluster asks for a second factor for each session, whatever the roles say. */
  constructor(db: Database, store: RoleStore, factorEach: () => boolean = () => false) {
    this.#db = db;
    this.#store = store;
    this.#factorEach = factorEach;
  }

  /** The same object for the same user until a role or a user changes. */
  of({ name, roles, traits }: Pick<User, 'name' | 'roles' | 'traits'>): Access {
    this.#refresh();
    const known = this.#access.get(name);
    if (known) return known;
    const held = roles.flatMap((role) => this.#role(role) ?? []);
    const access = this.#underCluster(createAccess({ userName: name, roles: held, traits }));
    this.#access.set(name, access);
    return access;
  }

  /** How long a sign-in with these roles lasts at most, whoever holds them. */
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
    };
  }

  #role(name: string): Role | undefined {
    if (!this.#roles.has(name)) {
      const stored = this.#store.find(name);
      this.#roles.set(name, stored && toRole(stored.document));
    }
    return this.#roles.get(name);
  }

  #refresh(): void {
    const revision = accessRevision(this.#db);
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#roles.clear();
    this.#access.clear();
  }
}
