import type { ConnectorKind } from '../../src/wire/connectors.ts';
import type { Database } from './database.ts';

/** A connector as it was written: the author's text without its secret, and the whole document that it says. */
export type StoredConnector = { kind: ConnectorKind; name: string; content: string; document: unknown };

type Row = { kind: ConnectorKind; name: string; content: string; document: string };

const COLUMNS = 'kind, name, content, document';

export class ConnectorStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** All OpenID connectors, then all of GitHub, each by name: the order of the login page (http-auth §2.2). */
  list(): StoredConnector[] {
    return this.#db.all<Row>(`SELECT ${COLUMNS} FROM connectors ORDER BY kind DESC, name`).map(toConnector);
  }

  find(kind: ConnectorKind, name: string): StoredConnector | undefined {
    const row = this.#db.get<Row>(`SELECT ${COLUMNS} FROM connectors WHERE kind = ? AND name = ?`, kind, name);
    return row && toConnector(row);
  }

  /** Adds the connector or replaces it as a whole. */
  put({ kind, name, content, document }: StoredConnector, nowMs: number): void {
    this.#db.run(
      `INSERT INTO connectors VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
         SET content = excluded.content, document = excluded.document, updated_ms = excluded.updated_ms`,
      kind,
      name,
      content,
      JSON.stringify(document),
      nowMs,
      nowMs,
    );
  }

  delete(kind: ConnectorKind, name: string): void {
    this.#db.run('DELETE FROM connectors WHERE kind = ? AND name = ?', kind, name);
  }
}

const toConnector = (row: Row): StoredConnector => ({ ...row, document: JSON.parse(row.document) as unknown });
