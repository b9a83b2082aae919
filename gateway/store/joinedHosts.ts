import { bumpDataRevision } from './dataRevision.ts';
import type { Database } from './database.ts';

export type JoinedHost = {
  /** UUID of the server. */
  node: string;
  /** `ssh-ed25519 AAAA…`, one for each kind that the host has. */
  hostKeys: readonly string[];
  /** The join token as it may be shown: enough to tell which, too little to use it. */
  token: string;
  joinedMs: number;
  /** When the gateway last signed in there; 0: never. */
  contactMs: number;
  /** `ssh-ed25519 AAAA…`: the host opens its reverse tunnel with it. '': it has none. */
  tunnelKey: string;
  /** When the tunnel was last lost, or opened where the gateway was killed then; 0: it was never open. */
  tunnelLostMs: number;
};

type Row = Omit<JoinedHost, 'hostKeys'> & { hostKeys: string };

/**
 * Servers that joined with a token: their keys, and by which token they came. A change counts as a change of access, so
 * that whoever holds a connection to such a server asks again whether it may stay (`Locks.changed`).
 */
export class JoinedHostStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(node: string): JoinedHost | undefined {
    const row = this.#db.get<Row>(
      `SELECT node, host_keys AS hostKeys, token, joined_ms AS joinedMs, contact_ms AS contactMs,
         tunnel_key AS tunnelKey, tunnel_ms AS tunnelLostMs
       FROM joined_hosts WHERE node = ?`,
      node,
    );
    return row && { ...row, hostKeys: row.hostKeys.split('\n') };
  }

  /** Servers whose reverse tunnel is opened with this key. */
  nodesOfTunnel(tunnelKey: string): string[] {
    const rows = this.#db.all<{ node: string }>('SELECT node FROM joined_hosts WHERE tunnel_key = ?', tunnelKey);
    return rows.map(({ node }) => node);
  }

  put({ node, hostKeys, token, joinedMs, contactMs, tunnelKey, tunnelLostMs }: JoinedHost): void {
    this.#db.transaction(() => {
      this.#db.run(
        `INSERT OR REPLACE INTO joined_hosts (node, host_keys, token, joined_ms, contact_ms, tunnel_key, tunnel_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[node, hostKeys.join('\n'), token, joinedMs, contactMs, tunnelKey, tunnelLostMs],
      );
      bumpDataRevision(this.#db, 'access');
    });
  }

  reached(node: string, nowMs: number): void {
    this.#db.run('UPDATE joined_hosts SET contact_ms = ? WHERE node = ?', nowMs, node);
  }

  /** Its tunnel is open, or was until now. What is killed while it is open tells no loss. */
  tunnelSeen(node: string, nowMs: number): void {
    this.#db.run('UPDATE joined_hosts SET tunnel_ms = ? WHERE node = ?', nowMs, node);
  }

  delete(node: string): void {
    this.#db.transaction(() => {
      if (this.#db.run('DELETE FROM joined_hosts WHERE node = ?', node) > 0) bumpDataRevision(this.#db, 'access');
    });
  }
}
