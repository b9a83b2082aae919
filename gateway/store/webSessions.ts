import type { Database } from './database.ts';
import { secretHash } from './secretHash.ts';

export type WebSession = {
  /** The same for a session and everything it was renewed to: what one sign-out ends. */
  loginId: string;
  user: string;
  loginMs: number;
  expiresMs: number;
  bearerExpiresMs: number;
  /** The second factor or passkey that the sign-in was made with. */
  mfaDevice?: string;
};

type Row = {
  login_id: string;
  user: string;
  login_ms: number;
  expires_ms: number;
  bearer_expires_ms: number;
  mfa_device: string | null;
};

/** Web sessions with their bearer tokens (http-auth §1.3, §1.4). Of both only hashes are stored. */
export class WebSessionStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(sid: string, bearer: string, session: WebSession): void {
    this.#db.run(
      `INSERT INTO web_sessions (sid_hash, login_id, user, login_ms, expires_ms, bearer_hash,
         bearer_expires_ms, mfa_device)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      secretHash(sid),
      session.loginId,
      session.user,
      session.loginMs,
      session.expiresMs,
      secretHash(bearer),
      session.bearerExpiresMs,
      session.mfaDevice,
    );
  }

  find(user: string, sid: string, nowMs: number): WebSession | undefined {
    const row = this.#db.get<Row>(
      `SELECT login_id, user, login_ms, expires_ms, bearer_expires_ms, mfa_device FROM web_sessions
       WHERE sid_hash = ? AND user = ? AND expires_ms > ?`,
      secretHash(sid),
      user,
      nowMs,
    );
    return (
      row && {
        loginId: row.login_id,
        user: row.user,
        loginMs: row.login_ms,
        expiresMs: row.expires_ms,
        bearerExpiresMs: row.bearer_expires_ms,
        ...(row.mfa_device !== null && { mfaDevice: row.mfa_device }),
      }
    );
  }

  /** Any token of the user that has not expired counts, whichever session it came with (http-auth §1.4). */
  hasBearer(user: string, bearer: string, nowMs: number): boolean {
    return (
      this.#db.get(
        'SELECT 1 AS found FROM web_sessions WHERE bearer_hash = ? AND user = ? AND bearer_expires_ms > ?',
        secretHash(bearer),
        user,
        nowMs,
      ) !== undefined
    );
  }

  endLogin(loginId: string): void {
    this.#db.run('DELETE FROM web_sessions WHERE login_id = ?', loginId);
  }

  deleteExpired(nowMs: number): void {
    this.#db.run('DELETE FROM web_sessions WHERE expires_ms <= ?', nowMs);
  }
}
