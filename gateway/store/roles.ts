import { bumpAccessRevision } from './accessRevision.ts';
import type { Database } from './database.ts';

/** A role as it was written: the author's text, and the document that it says. */
export type StoredRole = { name: string; content: string; document: unknown };

type Row = { name: string; content: string; document: string };

export class RoleStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  list(): StoredRole[] {
    return this.#db.all<Row>('SELECT name, content, document FROM roles ORDER BY name').map(toRole);
  }

  find(name: string): StoredRole | undefined {
    const row = this.#db.get<Row>('SELECT name, content, document FROM roles WHERE name = ?', name);
    return row && toRole(row);
  }

  has(name: string): boolean {
    return this.#db.get('SELECT 1 AS found FROM roles WHERE name = ?', name) !== undefined;
  }

  /** Adds the role or replaces it as a whole. */
  put({ name, content, document }: StoredRole, nowMs: number): void {
    this.#db.transaction(() => {
      this.#db.run(
        `INSERT INTO roles VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
           SET content = excluded.content, document = excluded.document, updated_ms = excluded.updated_ms`,
        name,
        content,
        JSON.stringify(document),
        nowMs,
        nowMs,
      );
      bumpAccessRevision(this.#db);
    });
  }

  delete(name: string): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM roles WHERE name = ?', name);
      bumpAccessRevision(this.#db);
    });
  }
}

const toRole = (row: Row): StoredRole => ({ ...row, document: JSON.parse(row.document) as unknown });
