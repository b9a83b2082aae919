import type { AuthType } from '../../src/wire/http.ts';
import { bumpAccessRevision } from './accessRevision.ts';
import type { Database } from './database.ts';

/** Trait name of the documents (`logins`, `db_users`, …) → values. */
export type Traits = Readonly<Record<string, readonly string[]>>;

export type User = {
  name: string;
  roles: readonly string[];
  traits: Traits;
  authType: AuthType;
  /** False until an invitation has been completed. */
  hasPassword: boolean;
};

export type NewUser = Pick<User, 'name' | 'roles' | 'traits'> & { createdBy: string; createdMs: number };

type Row = { name: string; roles: string; traits: string; auth_type: AuthType; has_password: number };

const COLUMNS = 'name, roles, traits, auth_type, password_hash IS NOT NULL AS has_password';

export class UserStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  list(): User[] {
    return this.#db.all<Row>(`SELECT ${COLUMNS} FROM users ORDER BY name`).map(toUser);
  }

  find(name: string): User | undefined {
    const row = this.#db.get<Row>(`SELECT ${COLUMNS} FROM users WHERE name = ?`, name);
    return row && toUser(row);
  }

  /** Users of local sign-in that hold the role, whether they have signed in or not. */
  holdersOf(role: string): string[] {
    return this.#db
      .all<{ name: string }>(
        'SELECT name FROM users WHERE EXISTS (SELECT 1 FROM json_each(users.roles) WHERE value = ?) ORDER BY name',
        role,
      )
      .map((row) => row.name);
  }

  add({ name, roles, traits, createdBy, createdMs }: NewUser): void {
    this.#db.transaction(() => {
      this.#db.run(
        'INSERT INTO users (name, roles, traits, auth_type, created_by, created_ms) VALUES (?, ?, ?, ?, ?, ?)',
        name,
        JSON.stringify(roles),
        JSON.stringify(traits),
        'local' satisfies AuthType,
        createdBy,
        createdMs,
      );
      bumpAccessRevision(this.#db);
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
      bumpAccessRevision(this.#db);
    });
  }

  /** With everything that belongs to the user: devices, tokens, sessions. */
  delete(name: string): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM users WHERE name = ?', name);
      bumpAccessRevision(this.#db);
    });
  }

  passwordHash(name: string): string | undefined {
    return (
      this.#db.get<{ password_hash: string | null }>('SELECT password_hash FROM users WHERE name = ?', name)
        ?.password_hash ?? undefined
    );
  }

  setPasswordHash(name: string, hash: string | undefined): void {
    this.#db.run('UPDATE users SET password_hash = ? WHERE name = ?', hash, name);
  }

  /** Whether anybody has ever completed an invitation. */
  anyWithPassword(): boolean {
    return this.#db.get('SELECT 1 AS found FROM users WHERE password_hash IS NOT NULL LIMIT 1') !== undefined;
  }
}

const toUser = (row: Row): User => ({
  name: row.name,
  roles: JSON.parse(row.roles) as string[],
  traits: JSON.parse(row.traits) as Traits,
  authType: row.auth_type,
  hasPassword: row.has_password === 1,
});
