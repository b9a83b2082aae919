import type { SignInMethod } from '../../src/wire/webSessions.ts';
import type { Database } from './database.ts';
import { secretHash } from './secretHash.ts';

export type WebSession = {
  /** The same for a session and all its renewals: a sign-out ends all of them. */
  loginId: string;
  user: string;
  loginMs: number;
  expiresMs: number;
  bearerExpiresMs: number;
  /** The second factor or passkey of the sign-in. */
  mfaDevice?: string;
  /** Absent if unknown. */
  method?: SignInMethod;
};

/** The client that a session was issued to. `seenMs`: when the user was last active, 0 if unknown. */
export type IssuedTo = { issuedMs: number; seenMs: number; address: string; client: string };

/** A sign-in with the data of its newest session. */
export type SignInRecord = Pick<WebSession, 'loginId' | 'loginMs' | 'expiresMs' | 'method'> &
  Pick<IssuedTo, 'seenMs' | 'address' | 'client'>;

type Row = {
  login_id: string;
  user: string;
  login_ms: number;
  expires_ms: number;
  bearer_expires_ms: number;
  mfa_device: string | null;
  method: SignInMethod | '';
};

const COLUMNS = 'login_id, user, login_ms, expires_ms, bearer_expires_ms, mfa_device, method';

/** Web sessions with their bearer tokens (http-auth §1.3, §1.4). Only hashes of both are stored. */
export class WebSessionStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(sid: string, bearer: string, session: WebSession, to: IssuedTo): void {
    this.#db.run(
      `INSERT INTO web_sessions (sid_hash, login_id, user, login_ms, expires_ms, bearer_hash,
         bearer_expires_ms, mfa_device, method, issued_ms, address, client, seen_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
         max(?, coalesce((SELECT max(seen_ms) FROM web_sessions WHERE login_id = ?), 0)))`,
      secretHash(sid),
      session.loginId,
      session.user,
      session.loginMs,
      session.expiresMs,
      secretHash(bearer),
      session.bearerExpiresMs,
      session.mfaDevice,
      session.method ?? '',
      to.issuedMs,
      to.address,
      to.client,
      to.seenMs,
      session.loginId,
    );
  }

  /** Deletes all but the newest sessions of a sign-in. Never deletes the one of `sid`. */
  keepNewest(loginId: string, sid: string, count: number): void {
    this.#db.run(
      `DELETE FROM web_sessions WHERE login_id = ? AND sid_hash <> ? AND sid_hash NOT IN
         (SELECT sid_hash FROM web_sessions WHERE login_id = ? ORDER BY issued_ms DESC LIMIT ?)`,
      loginId,
      secretHash(sid),
      loginId,
      count,
    );
  }

  /** The user's sign-ins that have not expired, in no order. */
  signInsOf(user: string, nowMs: number): SignInRecord[] {
    // With max() SQLite reads the other columns from the row with the maximum.
    const rows = this.#db.all<Row & { seen_ms: number; address: string; client: string }>(
      `SELECT login_id, login_ms, expires_ms, method, seen_ms, address, client, max(issued_ms)
       FROM web_sessions WHERE user = ? AND expires_ms > ? GROUP BY login_id`,
      user,
      nowMs,
    );
    return rows.map((row) => ({
      loginId: row.login_id,
      loginMs: row.login_ms,
      expiresMs: row.expires_ms,
      ...(row.method !== '' && { method: row.method }),
      seenMs: row.seen_ms,
      address: row.address,
      client: row.client,
    }));
  }

  find(user: string, sid: string, nowMs: number): WebSession | undefined {
    const row = this.#db.get<Row>(
      `SELECT ${COLUMNS} FROM web_sessions
       WHERE sid_hash = ? AND user = ? AND expires_ms > ?`,
      secretHash(sid),
      user,
      nowMs,
    );
    return row && toWebSession(row);
  }

  /** One valid session of a sign-in. undefined if the sign-in or its account has expired. */
  findLogin(user: string, loginId: string, nowMs: number): WebSession | undefined {
    const row = this.#db.get<Row>(
      `SELECT ${COLUMNS} FROM web_sessions
       WHERE login_id = ? AND user = ? AND expires_ms > ? AND EXISTS (
         SELECT 1 FROM users WHERE name = user AND (users.expires_ms IS NULL OR users.expires_ms > ?))
       ORDER BY expires_ms DESC LIMIT 1`,
      loginId,
      user,
      nowMs,
      nowMs,
    );
    return row && toWebSession(row);
  }

  /** Any unexpired token of the user counts, independent of its session (http-auth §1.4). */
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

  /** Ends one sign-in of the user, with all its renewals. */
  endLogin(user: string, loginId: string): void {
    this.#db.run('DELETE FROM web_sessions WHERE user = ? AND login_id = ?', user, loginId);
  }

  endAllOf(user: string, exceptLoginId = ''): void {
    this.#db.run('DELETE FROM web_sessions WHERE user = ? AND login_id <> ?', user, exceptLoginId);
  }

  deleteExpired(nowMs: number): void {
    this.#db.run('DELETE FROM web_sessions WHERE expires_ms <= ?', nowMs);
  }
}

const toWebSession = (row: Row): WebSession => ({
  loginId: row.login_id,
  user: row.user,
  loginMs: row.login_ms,
  expiresMs: row.expires_ms,
  bearerExpiresMs: row.bearer_expires_ms,
  ...(row.mfa_device !== null && { mfaDevice: row.mfa_device }),
  ...(row.method !== '' && { method: row.method }),
});
