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
  /** Has a password or a passkey: false until an invitation has been completed. */
  isSetUp: boolean;
  /** Who the account is at its identity provider; absent for local users. */
  identity?: Identity;
  /** When the account ends; absent: never. */
  expiresMs?: number;
};

/** The account of an identity provider that a user signs in with. */
export type Identity = {
  kind: ConnectorKind;
  connector: string;
  /** The provider's own id of the account, which outlives its name. */
  subject: string;
};

export type NewUser = Pick<User, 'name' | 'roles' | 'traits'> & { createdBy: string; createdMs: number };

/** What an identity provider says at every sign-in. */
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

/** How long devices and conversations wait for the next sign-in through a provider. */
const KEPT_EXPIRED_MS = 90 * 86_400_000;

/**
 * Accounts. One whose time is over is as if it were not there. What belongs to it is kept for the next sign-in of the
 * same person, and goes where another gets the name.
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

  /** Users that hold one of the roles at least. */
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

  /** Users that hold the role: local ones whether they have signed in or not, others as long as their account lasts. */
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

  /** Adds the account or brings it to what its provider says now. Who else goes by that name is the caller's to look at. */
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

  /** With everything that belongs to the user: devices, tokens, sessions. */
  delete(name: string): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM users WHERE name = ?', name);
      bumpDataRevision(this.#db, 'access');
    });
  }

  /** Of local users only: whoever comes from an identity provider has no password that counts. */
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

  /** Whether anybody has ever completed an invitation. */
  anySetUp(): boolean {
    return this.#db.get(`SELECT 1 AS found FROM users WHERE ${IS_SET_UP} LIMIT 1`) !== undefined;
  }

  /** Those that nobody will come back to, and the one of this name, unless it is of this identity. */
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
