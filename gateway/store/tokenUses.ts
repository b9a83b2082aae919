import type { Database } from './database.ts';

/** A server that joined with a token. `token`: as it may be shown (`maskedToken`). */
export type TokenUse = { token: string; node: string; hostname: string; timeMs: number };

/** More than a list shows; the audit log has them all. */
const USES_MAX = 10_000;

/** Which servers joined with which token. Uses stay when the token or the server is gone. */
export class TokenUseStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A server that joins again with the same token has the newer time. */
  add({ token, node, hostname, timeMs }: TokenUse): void {
    this.#db.run('INSERT OR REPLACE INTO token_uses VALUES (?, ?, ?, ?)', token, node, hostname, timeMs);
    this.#db.run(
      'DELETE FROM token_uses WHERE time_ms < (SELECT time_ms FROM token_uses ORDER BY time_ms DESC LIMIT 1 OFFSET ?)',
      USES_MAX - 1,
    );
  }

  /** Newest first. */
  newest(max: number): TokenUse[] {
    return this.#db.all<TokenUse>(
      'SELECT token, node, hostname, time_ms AS timeMs FROM token_uses ORDER BY time_ms DESC, node LIMIT ?',
      max,
    );
  }
}
