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

/** `next` continues after this page; empty on the last one. */
export type EventPage = { events: EventDocument[]; next: string };

/** [res §10.1] A page ends at about so many bytes of events, however many were asked for. */
const PAGE_MAX_CHARS = 1024 * 1024;

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

  page({ fromMs, toMs, order, limit, after, names }: EventQuery): EventPage {
    const bound = after === undefined ? undefined : this.#position(after);
    if (after !== undefined && !bound) return { events: [], next: '' };
    const beyond = order === 'asc' ? '>' : '<';
    const found = this.#db.all<{ uid: string; document: string }>(
      `SELECT uid, document FROM events WHERE time_ms BETWEEN ? AND ?
         ${bound ? `AND (time_ms, id) ${beyond} (?, ?)` : ''}
         ${names ? 'AND event IN (SELECT value FROM json_each(?))' : ''}
       ORDER BY time_ms ${order}, id ${order} LIMIT ?`,
      fromMs,
      toMs,
      ...(bound ? [bound.time_ms, bound.id] : []),
      ...(names ? [JSON.stringify(names)] : []),
      limit + 1,
    );
    const page = found.slice(0, countThatFit(found, limit));
    return {
      events: page.map((row) => JSON.parse(row.document) as EventDocument),
      next: page.length < found.length ? (page.at(-1)?.uid ?? '') : '',
    };
  }

  #position(uid: string): { id: number; time_ms: number } | undefined {
    return this.#db.get<{ id: number; time_ms: number }>('SELECT id, time_ms FROM events WHERE uid = ?', uid);
  }
}

/** At least one, so that no event can stop a reader for ever. */
function countThatFit(rows: readonly { document: string }[], limit: number): number {
  let chars = 0;
  for (const [i, { document }] of rows.entries()) {
    chars += document.length;
    if (i === limit || (i > 0 && chars > PAGE_MAX_CHARS)) return i;
  }
  return rows.length;
}
