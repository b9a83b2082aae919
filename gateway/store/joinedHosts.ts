import { bumpDataRevision } from './dataRevision.ts';
import type { Database } from './database.ts';

export type JoinedHost = {
  /** UUID of the server. */
  node: string;
  /** `ssh-ed25519 AAAA…`, one for each key type of the host. */
  hostKeys: readonly string[];
  /** The masked join token: enough to identify it, too little to use it. */
  token: string;
  joinedMs: number;
  /** When the gateway last signed in there; 0: never. */
  contactMs: number;
  /** `ssh-ed25519 AAAA…`: the key with which the host opens its reverse tunnel. '': it has none. */
  tunnelKey: string;
  /** When the tunnel was last lost, or opened if the gateway was killed then; 0: it was never open. */
  tunnelLostMs: number;
};

type Labels = Readonly<Record<string, string>>;

/** A server that has or had a host key. `removedLabels`: its labels at its removal. Absent: it was not removed. */
export type HostKeyHolder = { hostKey: string; node: string; removedLabels?: Labels };

/** For the keys of removed servers: about ten thousand servers with three keys each. */
const REMOVED_KEYS_MAX = 30_000;

type Row = Omit<JoinedHost, 'hostKeys'> & { hostKeys: string };

/**
 * Servers that joined with a token: their keys, and the tokens. A change counts as a change of access, so that code
 * with a connection to such a server checks again whether it may stay open (`Locks.onChange`).
 */
export class JoinedHostStore {
  #db: Database;
  #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
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

  /** Servers that open their reverse tunnel with this key. */
  nodesOfTunnel(tunnelKey: string): string[] {
    const rows = this.#db.all<{ node: string }>('SELECT node FROM joined_hosts WHERE tunnel_key = ?', tunnelKey);
    return rows.map(({ node }) => node);
  }

  /** Servers that have or had one of these keys, also a key that a later join no longer listed. */
  holdersOf(hostKeys: readonly string[]): HostKeyHolder[] {
    return this.#db
      .all<{ hostKey: string; node: string; labels: string }>(
        `SELECT host_key AS hostKey, node, labels FROM joined_host_keys
         WHERE host_key IN (SELECT value FROM json_each(?))`,
        JSON.stringify(hostKeys),
      )
      .map(({ hostKey, node, labels }) => ({
        ...{ hostKey, node },
        ...(labels !== '' && { removedLabels: JSON.parse(labels) as Labels }),
      }));
  }

  /** Its keys no longer count as keys of a removed server. */
  put({ node, hostKeys, token, joinedMs, contactMs, tunnelKey, tunnelLostMs }: JoinedHost): void {
    this.#db.transaction(() => {
      this.#db.run(
        `INSERT OR REPLACE INTO joined_hosts (node, host_keys, token, joined_ms, contact_ms, tunnel_key, tunnel_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[node, hostKeys.join('\n'), token, joinedMs, contactMs, tunnelKey, tunnelLostMs],
      );
      const keys = JSON.stringify(hostKeys);
      this.#db.run(
        'DELETE FROM joined_host_keys WHERE removed_ms > 0 AND host_key IN (SELECT value FROM json_each(?))',
        keys,
      );
      this.#db.run(
        'INSERT OR IGNORE INTO joined_host_keys (host_key, node) SELECT value, ? FROM json_each(?)',
        ...[node, keys],
      );
      bumpDataRevision(this.#db, 'access');
    });
  }

  reached(node: string, nowMs: number): void {
    this.#db.run('UPDATE joined_hosts SET contact_ms = ? WHERE node = ?', nowMs, node);
  }

  /** The tunnel is open, or was until now. A gateway that is killed while it is open cannot record the loss. */
  tunnelSeen(node: string, nowMs: number): void {
    this.#db.run('UPDATE joined_hosts SET tunnel_ms = ? WHERE node = ?', nowMs, node);
  }

  /** `labels`: those of the server. They are stored with its host keys. */
  delete(node: string, labels: Labels): void {
    this.#db.transaction(() => {
      if (this.#db.run('DELETE FROM joined_hosts WHERE node = ?', node) === 0) return;
      bumpDataRevision(this.#db, 'access');
      this.#db.run(
        'UPDATE joined_host_keys SET labels = ?, removed_ms = ? WHERE node = ?',
        ...[JSON.stringify(labels), this.#now(), node],
      );
      this.#db.run(
        `DELETE FROM joined_host_keys WHERE removed_ms > 0 AND removed_ms <
           (SELECT removed_ms FROM joined_host_keys WHERE removed_ms > 0 ORDER BY removed_ms DESC LIMIT 1 OFFSET ?)`,
        REMOVED_KEYS_MAX - 1,
      );
    });
  }
}
