import type { Database } from './database.ts';
import { eventColumns } from './eventColumns.ts';
import { splitFilter, type EventFilter } from './eventFilter.ts';
import type { Condition } from './predicateSql.ts';

/** An audit event on the wire: flat, with `event`, `uid`, `time` and the fields of its kind. */
export type EventDocument = Readonly<Record<string, unknown>>;

/** Events of a time span, both ends included. */
export type EventSpan = {
  fromMs: number;
  toMs: number;
  filter?: EventFilter | undefined;
  /** `uid` of the last event of the previous page. An unknown one finds nothing (http-resources §10.1). */
  after?: string | undefined;
};

export type EventQuery = EventSpan & {
  order: 'asc' | 'desc';
  limit: number;
  /** Event names. Absent: all. */
  names?: readonly string[] | undefined;
};

/** `next` continues after this page. Empty on the last one. */
export type EventPage = { events: EventDocument[]; next: string };

/** The id of an event, and the fields that decide about its retention. */
export type StoredEvent = { id: number; timeMs: number; event: string; sid: string | null };

/** Rows per read: a page may end long before its limit, and the rows after its end are read in vain. */
const CHUNK_ROWS = 500;

/** [http-resources §10.1] A page ends at about this many bytes of events, independent of the requested number. */
const PAGE_MAX_CHARS = 1024 * 1024;

/** A search for words reads this many events: half a second. Its answer contains the position to continue at. */
export const LOOKED_AT_MAX = 25_000;

type Position = { id: number; time_ms: number };
type Row = Position & { uid: string; document: string; failed: number };
type Chunk = Pick<EventQuery, 'fromMs' | 'toMs' | 'order' | 'names'> & {
  beyond: Position | undefined;
  sql: Condition;
};
/** `document` is present if the filter needed it. */
type Looked = { row: Row; isMatch: boolean; document: EventDocument | undefined };

export class EventStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(uid: string, timeMs: number, event: string, document: EventDocument): void {
    const { code, failed, actor, resource, address, session } = eventColumns(document);
    this.#db.run(
      `INSERT INTO events (uid, time_ms, event, document, code, failed, actor, resource, address, session)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[uid, timeMs, event, JSON.stringify(document), code, failed, actor, resource, address, session],
    );
  }

  /** Stores all events that `work` adds, or none. */
  together(work: () => void): void {
    this.#db.transaction(work);
  }

  has(uid: string): boolean {
    return this.#position(uid) !== undefined;
  }

  page({ limit, ...query }: EventQuery): EventPage {
    const events: EventDocument[] = [];
    let chars = 0;
    let looked = 0;
    let last = '';
    for (const { row, isMatch, document } of this.#look(query)) {
      if (isMatch) {
        chars += row.document.length;
        // At least one event, so that a large event cannot block a reader.
        if (events.length === limit || (events.length > 0 && chars > PAGE_MAX_CHARS)) return { events, next: last };
        events.push(document ?? (JSON.parse(row.document) as EventDocument));
      }
      last = row.uid;
      if (document && ++looked === LOOKED_AT_MAX) return { events, next: last };
    }
    return { events, next: '' };
  }

  /** The rows that SQL finds, one by one, and whether the rest of the filter matches. */
  *#look({ after, filter, ...query }: Omit<EventQuery, 'limit'>): Generator<Looked> {
    const bound = after === undefined ? undefined : this.#position(after);
    if (after !== undefined && !bound) return;
    const { sql, matches } = splitFilter(filter);
    for (let last = bound; ;) {
      const rows = this.#chunk({ ...query, sql, beyond: last });
      for (const row of rows) {
        const document = matches && (JSON.parse(row.document) as EventDocument);
        yield { row, isMatch: matches?.(document) ?? true, document };
      }
      last = rows.at(-1);
      if (rows.length < CHUNK_ROWS) return;
    }
  }

  #chunk({ fromMs, toMs, order, names, beyond, sql }: Chunk): Row[] {
    return this.#db.all<Row>(
      `SELECT id, time_ms, uid, document, failed FROM events WHERE time_ms BETWEEN ? AND ?
         ${beyond ? `AND (time_ms, id) ${order === 'asc' ? '>' : '<'} (?, ?)` : ''}
         ${names ? 'AND event IN (SELECT value FROM json_each(?))' : ''}
         AND (${sql.sql})
       ORDER BY time_ms ${order}, id ${order} LIMIT ${CHUNK_ROWS}`,
      fromMs,
      toMs,
      ...(beyond ? [beyond.time_ms, beyond.id] : []),
      ...(names ? [JSON.stringify(names)] : []),
      ...sql.values,
    );
  }

  /**
   * Counts the matching events in steps of `stepMs` milliseconds from `fromMs`. `next`: more events follow after this
   * one, newest first.
   */
  histogram({ stepMs, ...span }: EventSpan & { stepMs: number }): { bars: Map<number, Bar>; next: string } {
    const { fromMs, toMs, filter } = span;
    const { sql, matches } = splitFilter(filter);
    const bars = new Map<number, Bar>();
    if (!matches) {
      const counted = this.#db.all<Bar & { bar: number }>(
        // The driver binds every number as a floating point number.
        `SELECT CAST((time_ms - ?) / ? AS INTEGER) AS bar, count(*) AS count, sum(failed) AS flagged FROM events
         WHERE time_ms BETWEEN ? AND ? AND (${sql.sql}) GROUP BY bar`,
        ...[fromMs, stepMs, fromMs, toMs, ...sql.values],
      );
      for (const { bar, count, flagged } of counted) bars.set(bar, { count, flagged });
      return { bars, next: '' };
    }
    let looked = 0;
    for (const { row, isMatch } of this.#look({ ...span, order: 'desc' })) {
      if (isMatch) {
        const bar = Math.floor((row.time_ms - fromMs) / stepMs);
        const { count, flagged } = bars.get(bar) ?? { count: 0, flagged: 0 };
        bars.set(bar, { count: count + 1, flagged: flagged + row.failed });
      }
      if (++looked === LOOKED_AT_MAX) return { bars, next: row.uid };
    }
    return { bars, next: '' };
  }

  /** The number of events of each outcome and code. */
  codes({ fromMs, toMs }: EventSpan): { code: string; failed: number; count: number }[] {
    return this.#db.all(
      `SELECT code, failed, count(*) AS count FROM events WHERE time_ms BETWEEN ? AND ? GROUP BY code, failed`,
      ...[fromMs, toMs],
    );
  }

  /** The most frequent values of a column, and the number of events with a value. */
  values(column: 'actor' | 'resource' | 'address', { fromMs, toMs }: EventSpan, limit: number): CountedValue[] {
    return this.#db.all<CountedValue>(
      `SELECT value, count, sum(count) OVER () AS total FROM (
         SELECT ${column} AS value, count(*) AS count FROM events
         WHERE time_ms BETWEEN ? AND ? AND ${column} <> '' GROUP BY ${column}
       ) ORDER BY count DESC, value LIMIT ?`,
      ...[fromMs, toMs, limit],
    );
  }

  /** The oldest events before a time, after `after`. `sid`: the session that an event is about. */
  before(timeMs: number, after: StoredEvent | undefined, limit: number): StoredEvent[] {
    return this.#db.all<StoredEvent>(
      `SELECT id, time_ms AS timeMs, event, nullif(session, '') AS sid FROM events
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

  #position(uid: string): Position | undefined {
    return this.#db.get<Position>('SELECT id, time_ms FROM events WHERE uid = ?', uid);
  }
}

type Bar = { count: number; flagged: number };
type CountedValue = { value: string; count: number; total: number };
