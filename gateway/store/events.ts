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
  names?: readonly string[] | undefined;
};

/** `next` continues after this page; empty on the last one. */
export type EventPage = { events: EventDocument[]; next: string };

/** Where an event stands, and what decides whether it is kept. */
export type StoredEvent = { id: number; timeMs: number; event: string; sid: string | null };

/** Rows per read: a page may end long before its limit, and rows behind its end are read for nothing. */
const CHUNK_ROWS = 500;

/** [http-resources §10.1] A page ends at about so many bytes of events, however many were asked for. */
const PAGE_MAX_CHARS = 1024 * 1024;

type Place = { id: number; time_ms: number };
type Row = Place & { uid: string; document: string };
type Chunk = Pick<EventQuery, 'fromMs' | 'toMs' | 'order' | 'names'> & { beyond: Place | undefined };

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
    const events: EventDocument[] = [];
    let chars = 0;
    for (let last: Row | undefined; ;) {
      const rows = this.#chunk({ fromMs, toMs, order, names, beyond: last ?? bound });
      for (const row of rows) {
        chars += row.document.length;
        // At least one, so that no event can stop a reader for ever.
        if (events.length === limit || (events.length > 0 && chars > PAGE_MAX_CHARS))
          return { events, next: last?.uid ?? '' };
        events.push(JSON.parse(row.document) as EventDocument);
        last = row;
      }
      if (rows.length < CHUNK_ROWS) return { events, next: '' };
    }
  }

  #chunk({ fromMs, toMs, order, names, beyond }: Chunk): Row[] {
    return this.#db.all<Row>(
      `SELECT id, time_ms, uid, document FROM events WHERE time_ms BETWEEN ? AND ?
         ${beyond ? `AND (time_ms, id) ${order === 'asc' ? '>' : '<'} (?, ?)` : ''}
         ${names ? 'AND event IN (SELECT value FROM json_each(?))' : ''}
       ORDER BY time_ms ${order}, id ${order} LIMIT ${CHUNK_ROWS}`,
      fromMs,
      toMs,
      ...(beyond ? [beyond.time_ms, beyond.id] : []),
      ...(names ? [JSON.stringify(names)] : []),
    );
  }

  /** The oldest ones before a time, from behind `after` on. `sid`: of the session that an event is about. */
  before(timeMs: number, after: StoredEvent | undefined, limit: number): StoredEvent[] {
    return this.#db.all<StoredEvent>(
      `SELECT id, time_ms AS timeMs, event, json_extract(document, '$.sid') AS sid FROM events
       WHERE time_ms < ? AND (time_ms, id) > (?, ?) ORDER BY time_ms, id LIMIT ?`,
      timeMs,
      after?.timeMs ?? 0,
      after?.id ?? 0,
      limit,
    );
  }

  delete(events: readonly Pick<StoredEvent, 'id'>[]): void {
    const ids = JSON.stringify(events.map(({ id }) => id));
    this.#db.run('DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))', ids);
  }

  #position(uid: string): Place | undefined {
    return this.#db.get<Place>('SELECT id, time_ms FROM events WHERE uid = ?', uid);
  }
}
