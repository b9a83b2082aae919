import type { AlertJson } from '../../src/wire/http.ts';
import type { Database } from './database.ts';

export type NewAlert = {
  name: string;
  message: string;
  severity: number;
  labels: Readonly<Record<string, string>>;
  expires?: string;
};

/** Messages of the cluster to users who sign in (http-auth §11.3). */
export class AlertStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By name, without expired ones. */
  active(nowMs: number): AlertJson[] {
    return this.#db
      .all<{ document: string }>(
        'SELECT document FROM alerts WHERE expires_ms IS NULL OR expires_ms > ? ORDER BY name',
        nowMs,
      )
      .map(toAlert);
  }

  /** Replaces all alerts. An unchanged alert keeps the time of its creation. */
  replace(alerts: readonly NewAlert[], nowMs: number): void {
    this.#db.transaction(() => {
      const before = new Map(this.#all().map((alert) => [alert.metadata.name, alert.spec]));
      this.#db.run('DELETE FROM alerts');
      for (const { name, severity, message, labels, expires } of alerts) {
        const previous = before.get(name);
        const isSame = previous?.message === message && previous.severity === severity;
        const created = isSame ? previous.created : new Date(nowMs).toISOString();
        const alert: AlertJson = {
          kind: 'cluster_alert',
          version: 'v1',
          metadata: { name, labels, ...(expires !== undefined && { expires }) },
          spec: { severity, message, created },
        };
        const expiresMs = expires === undefined ? null : Date.parse(expires);
        this.#db.run('INSERT INTO alerts VALUES (?, ?, ?)', name, JSON.stringify(alert), expiresMs);
      }
    });
  }

  #all(): AlertJson[] {
    return this.#db.all<{ document: string }>('SELECT document FROM alerts').map(toAlert);
  }
}

const toAlert = (row: { document: string }): AlertJson => JSON.parse(row.document) as AlertJson;
