import type { AlertJson } from '../../src/wire/http.ts';
import type { Database } from './database.ts';

/** Messages of the cluster to whoever signs in (http-auth §11.3). */
export class AlertStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By name; those that have expired are left out. */
  active(nowMs: number): AlertJson[] {
    return this.#db
      .all<{ document: string }>(
        'SELECT document FROM alerts WHERE expires_ms IS NULL OR expires_ms > ? ORDER BY name',
        nowMs,
      )
      .map((row) => JSON.parse(row.document) as AlertJson);
  }

  put(alert: AlertJson): void {
    const expires = alert.metadata.expires;
    this.#db.run(
      'INSERT INTO alerts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document, expires_ms = excluded.expires_ms',
      alert.metadata.name,
      JSON.stringify(alert),
      expires === undefined ? null : Date.parse(expires),
    );
  }
}
