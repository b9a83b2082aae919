import type { Database } from './database.ts';
import { secretHash } from './secretHash.ts';

/** The purpose of a user token (http-auth §7). */
export type UserTokenKind = 'invite' | 'password' | 'privilege' | 'privilege_exception';

export type UserToken = { user: string; kind: UserTokenKind; totpSecret: string | undefined; expiresMs: number };

/** Whether the new device replaces all devices of the user. */
export const replacesDevices = ({ kind }: Pick<UserToken, 'kind'>): boolean => kind === 'invite' || kind === 'password';

type Row = { user: string; kind: UserTokenKind; totp_secret: string | null; expires_ms: number };

/** Tokens in links, which open an account for a limited time. Ids are secrets and stored as hashes. */
export class UserTokenStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(id: string, { user, kind, expiresMs }: Omit<UserToken, 'totpSecret'>): void {
    this.#db.run(
      'INSERT INTO user_tokens (id_hash, user, kind, expires_ms) VALUES (?, ?, ?, ?)',
      secretHash(id),
      user,
      kind,
      expiresMs,
    );
  }

  /** Also returns expired tokens, so that callers can distinguish them from unknown ones. */
  find(id: string): UserToken | undefined {
    const row = this.#db.get<Row>(
      'SELECT user, kind, totp_secret, expires_ms FROM user_tokens WHERE id_hash = ?',
      secretHash(id),
    );
    return (
      row && { user: row.user, kind: row.kind, totpSecret: row.totp_secret ?? undefined, expiresMs: row.expires_ms }
    );
  }

  setTotpSecret(id: string, secret: string | undefined): void {
    this.#db.run('UPDATE user_tokens SET totp_secret = ? WHERE id_hash = ?', secret, secretHash(id));
  }

  /** Deletes tokens for changes of second factors, but no links. */
  deletePrivilegesOf(user: string): void {
    this.#db.run("DELETE FROM user_tokens WHERE user = ? AND kind IN ('privilege', 'privilege_exception')", user);
  }

  /** Users who have a token for changes of second factors. */
  privilegedUsers(): string[] {
    const sql = "SELECT DISTINCT user FROM user_tokens WHERE kind IN ('privilege', 'privilege_exception')";
    return this.#db.all<Pick<Row, 'user'>>(sql).map(({ user }) => user);
  }

  /** Whether a link is pending that has disabled the user's sign-in. */
  hasLink(user: string, nowMs: number): boolean {
    const sql =
      "SELECT 1 AS found FROM user_tokens WHERE user = ? AND kind IN ('invite', 'password') AND expires_ms > ?";
    return this.#db.get(sql, user, nowMs) !== undefined;
  }

  deleteOf(user: string): void {
    this.#db.run('DELETE FROM user_tokens WHERE user = ?', user);
  }

  deleteExpired(beforeMs: number): void {
    this.#db.run('DELETE FROM user_tokens WHERE expires_ms < ?', beforeMs);
  }
}
