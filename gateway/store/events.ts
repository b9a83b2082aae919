import type { Database } from './database.ts';

/** An audit event as it travels: flat, with `event`, `uid`, `time` and what its kind adds. */
export type EventDocument = Readonly<Record<string, unknown>>;

export type EventQuery = {
  fromMs: number;
  toMs: number;
  order: 'asc' | 'desc';
  limit: number;
  /** `uid` of the last event of the page before. An unknown one finds nothing (http-resources §10.1). */
  after?: string;
  /** Event names; absent: all. */
  names?: readonly string[];
};

export class EventStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(uid: string, timeMs: number, event: string, document: EventDocument): void {
    this.#db.run(
      'INSERT INTO events (uid, time_ms, event, document) VALUES (?, ?, ?, ?)',
      uid,
      timeMs,
      event,
      JSON.stringify(document),
    );
  }

  search({ fromMs, toMs, order, limit, after, names }: EventQuery): EventDocument[] {
    const bound = after === undefined ? undefined : this.#position(after);
    if (after !== undefined && !bound) return [];
    const beyond = order === 'asc' ? '>' : '<';
    return this.#db
      .all<{ document: string }>(
        `SELECT document FROM events WHERE time_ms BETWEEN ? AND ?
           ${bound ? `AND (time_ms, id) ${beyond} (?, ?)` : ''}
           ${names ? 'AND event IN (SELECT value FROM json_each(?))' : ''}
         ORDER BY time_ms ${order}, id ${order} LIMIT ?`,
        fromMs,
        toMs,
        ...(bound ? [bound.time_ms, bound.id] : []),
        ...(names ? [JSON.stringify(names)] : []),
        limit,
      )
      .map((row) => JSON.parse(row.document) as EventDocument);
  }

  #position(uid: string): { id: number; time_ms: number } | undefined {
    return this.#db.get<{ id: number; time_ms: number }>('SELECT id, time_ms FROM events WHERE uid = ?', uid);
  }
}
