import type { Database } from './database.ts';

/** A server that joined with a token. `token` is masked (`maskedToken`). */
export type TokenUse = { token: string; node: string; hostname: string; timeMs: number };

/** More than a list shows. The audit log has all of them. */
const USES_MAX = 10_000;

/** Which servers joined with which token. Uses are kept after the token or the server is removed. */
export class TokenUseStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** If a server joins again with the same token, the newer time replaces the older one. */
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
