import type { Database } from './database.ts';

/** The last listing of databases through an integration. `error`: '' if it succeeded. */
export type IntegrationUse = { atMs: number; region: string; error: string };

type Row = IntegrationUse & { name: string };

/** When integrations were last used, and the result. */
export class IntegrationUseStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By name of the integration. */
  all(): Map<string, IntegrationUse> {
    const rows = this.#db.all<Row>('SELECT name, at_ms AS atMs, region, error FROM integration_uses');
    return new Map(rows.map(({ name, ...use }) => [name, use]));
  }

  put(name: string, { atMs, region, error }: IntegrationUse): void {
    this.#db.run('INSERT OR REPLACE INTO integration_uses VALUES (?, ?, ?, ?)', name, atMs, region, error);
  }

  delete(name: string): void {
    this.#db.run('DELETE FROM integration_uses WHERE name = ?', name);
  }
}
