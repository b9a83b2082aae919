import { randomUUID } from 'node:crypto';
import type { ConnectKind } from '../../src/wire/connect.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { Database } from './database.ts';

/** The connection settings of one resource that were entered in the console. */
export type StoredConnect = {
  /** Unchanged, including secrets. */
  connect: JsonObject;
  /** Id of the server in `via`; '' for none. */
  through: string;
  /** The target for which the secrets were entered (gateway/inventory/connectAim.ts). */
  aim: string;
};

/** `revision` changes with every write. */
type RevisedConnect = StoredConnect & { revision: string };

type Row = Omit<RevisedConnect, 'connect'> & { connect: string };

/** Connection settings of resources that were created in the console, with their secrets. */
export class ConnectSettingStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(kind: ConnectKind, name: string): RevisedConnect | undefined {
    const row = this.#db.get<Row>(
      'SELECT connect, through, aim, revision FROM connect_settings WHERE kind = ? AND name = ?',
      ...[kind, name],
    );
    return row && { ...row, connect: JSON.parse(row.connect) as JsonObject };
  }

  /** Jump servers that the inventory (also gateway.yaml) names with one of these texts, in the inventory's spelling. */
  throughAmong(texts: readonly string[]): string[] {
    return this.#db
      .all<{ server: string }>(
        `SELECT DISTINCT connect ->> '$.through.server' AS server FROM inventory
         WHERE kind <> 'node' AND lower(connect ->> '$.through.server') IN (SELECT lower(value) FROM json_each(?))`,
        JSON.stringify(texts),
      )
      .map(({ server }) => server);
  }

  put(kind: ConnectKind, name: string, { connect, through, aim }: StoredConnect): void {
    this.#db.run(
      'INSERT OR REPLACE INTO connect_settings (kind, name, connect, through, aim, revision) VALUES (?, ?, ?, ?, ?, ?)',
      ...[kind, name, JSON.stringify(connect), through, aim, randomUUID()],
    );
  }

  delete(kind: ConnectKind, name: string): void {
    this.#db.run('DELETE FROM connect_settings WHERE kind = ? AND name = ?', kind, name);
  }
}
