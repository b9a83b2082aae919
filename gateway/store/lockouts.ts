import type { Database } from './database.ts';
import { secretHash } from './secretHash.ts';

export type Lockout = { failures: number; lastFailureMs: number; lockedUntilMs: number };

type Row = { failures: number; last_failure_ms: number; locked_until_ms: number };

/**
 * Recent failed sign-ins by name. Names are stored as typed, for known and unknown users, and as hashes: users type
 * passwords there, and texts of any length.
 */
export class LockoutStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(user: string): Lockout | undefined {
    const row = this.#db.get<Row>(
      'SELECT failures, last_failure_ms, locked_until_ms FROM lockouts WHERE user_hash = ?',
      secretHash(user),
    );
    return row && { failures: row.failures, lastFailureMs: row.last_failure_ms, lockedUntilMs: row.locked_until_ms };
  }

  put(user: string, { failures, lastFailureMs, lockedUntilMs }: Lockout): void {
    this.#db.run(
      `INSERT INTO lockouts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET failures = excluded.failures,
         last_failure_ms = excluded.last_failure_ms, locked_until_ms = excluded.locked_until_ms`,
      secretHash(user),
      failures,
      lastFailureMs,
      lockedUntilMs,
    );
  }

  delete(user: string): void {
    this.#db.run('DELETE FROM lockouts WHERE user_hash = ?', secretHash(user));
  }

  /** Keeps about `max` entries, because attackers can invent names quickly. Deletes the oldest, locked ones last. */
  trim(max: number, nowMs: number): void {
    const { count } = this.#db.get<{ count: number }>('SELECT count(*) AS count FROM lockouts') ?? { count: 0 };
    if (count <= max) return;
    this.#db.run(
      `DELETE FROM lockouts WHERE user_hash IN
         (SELECT user_hash FROM lockouts ORDER BY locked_until_ms > ?, last_failure_ms LIMIT ?)`,
      nowMs,
      count - max + Math.floor(max / 20), // several at once, so that not every name causes a deletion
    );
  }

  /** Deletes entries without an attempt since then that are not locked. */
  deleteBefore(lastFailureMs: number, nowMs: number): void {
    this.#db.run('DELETE FROM lockouts WHERE last_failure_ms < ? AND locked_until_ms < ?', lastFailureMs, nowMs);
  }
}
