import type { Database } from './database.ts';
import { secretHash } from './secretHash.ts';

/**
 * Single-use codes for users who have lost password or second factor. Random and long, so that a plain hash hides them.
 */
export class RecoveryCodeStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Replaces all codes of the user. */
  replace(user: string, codes: readonly string[], nowMs: number): void {
    this.#db.transaction(() => {
      this.deleteOf(user);
      for (const code of codes) {
        this.#db.run('INSERT INTO recovery_codes VALUES (?, ?, ?)', secretHash(code), user, nowMs);
      }
    });
  }

  /** The number of remaining codes, and when they were created. undefined if there are none. */
  of(user: string): { left: number; createdMs: number } | undefined {
    const sql = 'SELECT count(*) AS left, max(created_ms) AS createdMs FROM recovery_codes WHERE user = ?';
    const row = this.#db.get<{ left: number; createdMs: number | null }>(sql, user);
    return row && row.createdMs !== null ? { left: row.left, createdMs: row.createdMs } : undefined;
  }

  has(user: string, code: string): boolean {
    const sql = 'SELECT 1 AS found FROM recovery_codes WHERE code_hash = ? AND user = ?';
    return this.#db.get(sql, secretHash(code), user) !== undefined;
  }

  /** False if the user does not have this code. */
  use(user: string, code: string): boolean {
    return this.#db.run('DELETE FROM recovery_codes WHERE code_hash = ? AND user = ?', secretHash(code), user) > 0;
  }

  deleteOf(user: string): void {
    this.#db.run('DELETE FROM recovery_codes WHERE user = ?', user);
  }
}
