import type { Database } from './database.ts';

export type Lockout = { failures: number; lastFailureMs: number; lockedUntilMs: number };

type Row = { failures: number; last_failure_ms: number; locked_until_ms: number };

/** How often somebody has lately failed to prove who they are. */
export class LockoutStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(user: string): Lockout | undefined {
    const row = this.#db.get<Row>(
      'SELECT failures, last_failure_ms, locked_until_ms FROM lockouts WHERE user = ?',
      user,
    );
    return row && { failures: row.failures, lastFailureMs: row.last_failure_ms, lockedUntilMs: row.locked_until_ms };
  }

  put(user: string, { failures, lastFailureMs, lockedUntilMs }: Lockout): void {
    this.#db.run(
      `INSERT INTO lockouts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET failures = excluded.failures,
         last_failure_ms = excluded.last_failure_ms, locked_until_ms = excluded.locked_until_ms`,
      user,
      failures,
      lastFailureMs,
      lockedUntilMs,
    );
  }

  delete(user: string): void {
    this.#db.run('DELETE FROM lockouts WHERE user = ?', user);
  }
}
