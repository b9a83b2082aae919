import type { Database } from './database.ts';

export type JoinedHost = {
  /** UUID of the server. */
  node: string;
  /** `ssh-ed25519 AAAA…`, one for each kind that the host has. */
  hostKeys: readonly string[];
  /** First characters of the join token: enough to tell which, too little to use it. */
  token: string;
  joinedMs: number;
  /** When the gateway last signed in there; 0: never. */
  contactMs: number;
};

type Row = Omit<JoinedHost, 'hostKeys'> & { hostKeys: string };

/** Servers that joined with a token: their host keys, and by which token they came. */
export class JoinedHostStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(node: string): JoinedHost | undefined {
    const row = this.#db.get<Row>(
      `SELECT node, host_keys AS hostKeys, token, joined_ms AS joinedMs, contact_ms AS contactMs
       FROM joined_hosts WHERE node = ?`,
      node,
    );
    return row && { ...row, hostKeys: row.hostKeys.split('\n') };
  }

  put({ node, hostKeys, token, joinedMs, contactMs }: JoinedHost): void {
    this.#db.run(
      `INSERT OR REPLACE INTO joined_hosts (node, host_keys, token, joined_ms, contact_ms) VALUES (?, ?, ?, ?, ?)`,
      ...[node, hostKeys.join('\n'), token, joinedMs, contactMs],
    );
  }

  reached(node: string, nowMs: number): void {
    this.#db.run('UPDATE joined_hosts SET contact_ms = ? WHERE node = ?', nowMs, node);
  }

  delete(node: string): void {
    this.#db.run('DELETE FROM joined_hosts WHERE node = ?', node);
  }
}
