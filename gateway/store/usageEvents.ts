import { isObject } from '../../src/lib/json.ts';
import type { Database } from './database.ts';

/** Only this many of the newest events are kept. */
const KEPT_MAX = 100_000;
/** Old rows are deleted in batches, so that not every new one causes a deletion. */
const TRIM_EVERY = 1000;

/** Something that a user did in a console, with its `detail`. */
export type UsageEvent = { id: number; timeMs: number; user: string; event: string; detail: Record<string, unknown> };

type Row = { id: number; time_ms: number; user: string; event: string; document: string };

/** How the console is used, as it reports (http-auth §12). The data stays on this machine. */
export class UsageEventStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add({ timeMs, user, event, detail }: Omit<UsageEvent, 'id'>): void {
    this.#db.transaction(() => {
      this.#db.run(
        'INSERT INTO usage_events (time_ms, user, event, document) VALUES (?, ?, ?, ?)',
        timeMs,
        user,
        event,
        JSON.stringify(detail),
      );
      const newest = this.#db.get<{ id: number }>('SELECT max(id) AS id FROM usage_events')?.id ?? 0;
      if (newest % TRIM_EVERY === 0) this.#db.run('DELETE FROM usage_events WHERE id <= ?', newest - KEPT_MAX);
    });
  }

  /** Newest first. `before` is the last id of the previous page. */
  page(limit: number, before = Number.MAX_SAFE_INTEGER): UsageEvent[] {
    return this.#db
      .all<Row>('SELECT * FROM usage_events WHERE id < ? ORDER BY id DESC LIMIT ?', before, limit)
      .map(({ id, time_ms, user, event, document }) => {
        const detail: unknown = JSON.parse(document);
        return { id, timeMs: time_ms, user, event, detail: isObject(detail) ? detail : {} };
      });
  }
}
