import type { ConnectorKind } from '../../src/wire/connectors.ts';
import type { AuthType } from '../../src/wire/http.ts';
import { bumpDataRevision } from './dataRevision.ts';
import type { Database } from './database.ts';

/** Trait name of the documents (`logins`, `db_users`, …) → values. */
export type Traits = Readonly<Record<string, readonly string[]>>;

export type User = {
  name: string;
  roles: readonly string[];
  traits: Traits;
  authType: AuthType;
  /** Has a password or a passkey: false until an invitation is completed. */
  isSetUp: boolean;
  /** The account at the identity provider. Absent for local users. */
  identity?: Identity;
  /** When the account expires. Absent: never. */
  expiresMs?: number;
};

/** The account at an identity provider that a user signs in with. */
export type Identity = {
  kind: ConnectorKind;
  connector: string;
  /** The provider's own id of the account, which stays when its name changes. */
  subject: string;
};

export type NewUser = Pick<User, 'name' | 'roles' | 'traits'> & { createdBy: string; createdMs: number };

/** The data that an identity provider sends at every sign-in. */
export type ProvidedUser = Pick<User, 'name' | 'roles' | 'traits'> & { identity: Identity; expiresMs: number };

type Row = {
  name: string;
  roles: string;
  traits: string;
  auth_type: AuthType;
  is_set_up: number;
  identity: string | null;
  expires_ms: number | null;
};

const IS_SET_UP = `(password_hash IS NOT NULL
  OR EXISTS (SELECT 1 FROM devices WHERE devices.user = users.name AND devices.passkey = 1))`;
const COLUMNS = `name, roles, traits, auth_type, ${IS_SET_UP} AS is_set_up, identity, expires_ms`;
const LIVES = '(expires_ms IS NULL OR expires_ms > ?)';

/** How long devices and conversations are kept for the next sign-in through a provider. */
const KEPT_EXPIRED_MS = 90 * 86_400_000;

/**
 * User accounts. An expired account counts as missing. Its data is kept for the next sign-in of the same person, and
 * deleted if another person gets the name.
 */
export class UserStore {
  #db: Database;
  #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  list(): User[] {
    return this.#db.all<Row>(`SELECT ${COLUMNS} FROM users WHERE ${LIVES} ORDER BY name`, this.#now()).map(toUser);
  }

  find(name: string): User | undefined {
    const row = this.#db.get<Row>(`SELECT ${COLUMNS} FROM users WHERE name = ? AND ${LIVES}`, name, this.#now());
    return row && toUser(row);
  }

  /** Users with at least one of the roles. */
  holdingAny(roles: readonly string[]): User[] {
    return this.#db
      .all<Row>(
        `SELECT ${COLUMNS} FROM users WHERE ${LIVES} AND EXISTS (SELECT 1 FROM json_each(users.roles) held
           WHERE held.value IN (SELECT value FROM json_each(?))) ORDER BY name`,
        this.#now(),
        JSON.stringify(roles),
      )
      .map(toUser);
  }

  /** Users with the role: local ones even before their first sign-in, others as long as their account lasts. */
  holdersOf(role: string): string[] {
    return this.#db
      .all<{ name: string }>(
        `SELECT name FROM users
         WHERE ${LIVES} AND EXISTS (SELECT 1 FROM json_each(users.roles) WHERE value = ?) ORDER BY name`,
        this.#now(),
        role,
      )
      .map((row) => row.name);
  }

  add({ name, roles, traits, createdBy, createdMs }: NewUser): void {
    this.#db.transaction(() => {
      this.#deleteExpired(name, undefined);
      this.#db.run(
        'INSERT INTO users (name, roles, traits, auth_type, created_by, created_ms) VALUES (?, ?, ?, ?, ?, ?)',
        name,
        JSON.stringify(roles),
        JSON.stringify(traits),
        'local' satisfies AuthType,
        createdBy,
        createdMs,
      );
      bumpDataRevision(this.#db, 'access');
    });
  }

  /**
   * Creates the account or updates it with the provider's current data. The caller checks for other users with that
   * name.
   */
  putProvided({ name, roles, traits, identity, expiresMs }: ProvidedUser): User {
    return this.#db.transaction(() => {
      this.#deleteExpired(name, identity);
      this.#db.run(
        `INSERT INTO users (name, roles, traits, auth_type, identity, expires_ms, created_by, created_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET roles = excluded.roles, traits = excluded.traits,
           auth_type = excluded.auth_type, identity = excluded.identity, expires_ms = excluded.expires_ms`,
        name,
        JSON.stringify(roles),
        JSON.stringify(traits),
        identity.kind,
        JSON.stringify(identity),
        expiresMs,
        identity.connector,
        this.#now(),
      );
      bumpDataRevision(this.#db, 'access');
      const user = this.find(name);
      if (!user) throw new RangeError(`the account "${name}" would expire before it starts`);
      return user;
    });
  }

  update({ name, roles, traits }: Pick<User, 'name' | 'roles' | 'traits'>): void {
    this.#db.transaction(() => {
      this.#db.run(
        'UPDATE users SET roles = ?, traits = ? WHERE name = ?',
        JSON.stringify(roles),
        JSON.stringify(traits),
        name,
      );
      bumpDataRevision(this.#db, 'access');
    });
  }

  /** Also deletes the user's devices, tokens and sessions. */
  delete(name: string): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM users WHERE name = ?', name);
      bumpDataRevision(this.#db, 'access');
    });
  }

  /** Only for local users: accounts of an identity provider have no valid password. */
  passwordHash(name: string): string | undefined {
    const row = this.#db.get<{ password_hash: string | null }>(
      `SELECT password_hash FROM users WHERE name = ? AND auth_type = 'local'`,
      name,
    );
    return row?.password_hash ?? undefined;
  }

  setPasswordHash(name: string, hash: string | undefined): void {
    this.#db.run('UPDATE users SET password_hash = ? WHERE name = ?', hash, name);
  }

  /** Whether any user has completed an invitation. */
  anySetUp(): boolean {
    return this.#db.get(`SELECT 1 AS found FROM users WHERE ${IS_SET_UP} LIMIT 1`) !== undefined;
  }

  /** Deletes accounts that expired long ago, and the one with this name unless it has this identity. */
  #deleteExpired(name: string, identity: Identity | undefined): void {
    const now = this.#now();
    this.#db.run('DELETE FROM users WHERE expires_ms <= ?', now - KEPT_EXPIRED_MS);
    this.#db.run(
      'DELETE FROM users WHERE name = ? AND expires_ms <= ? AND identity IS NOT ?',
      name,
      now,
      identity && JSON.stringify(identity),
    );
  }
}

const toUser = (row: Row): User => ({
  name: row.name,
  roles: JSON.parse(row.roles) as string[],
  traits: JSON.parse(row.traits) as Traits,
  authType: row.auth_type,
  isSetUp: row.is_set_up === 1,
  ...(row.identity !== null && { identity: JSON.parse(row.identity) as Identity }),
  ...(row.expires_ms !== null && { expiresMs: row.expires_ms }),
});
