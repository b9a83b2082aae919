import { randomUUID } from 'node:crypto';
import auditEvents from '../../src/wire/auditEvents.json';
import type { EventDocument, EventStore } from '../store/events.ts';
import { runEach } from '../store/runEach.ts';
import { StoreError } from '../store/storeError.ts';
import type { AuditEvents } from './events.ts';
import { UserRefusals, type MergedCount } from './UserRefusals.ts';

/** The oldest code of every event name. Events that can succeed or fail set their own code. */
const CODES = new Map([...auditEvents].reverse().map(({ event, code }) => [event, code]));

/** A complete event that is not written yet. */
export type AuditEvent = { uid: string; timeMs: number; name: string; document: EventDocument };

/** Events of refusals that a signed-in user can cause in a loop. */
type Refusal =
  | 'auth'
  | 'db.session.query.failed'
  | 'db.session.start'
  | 'desktop.directory.share'
  | 'session.rejected'
  | 'sftp'
  | 'windows.desktop.session.start';
/** The same for searches and reads that reveal little. */
type Repeated = 'session.recording.search' | 'kube.request';

/** Limit of events that wait for a database that is full or locked. */
const LATE_MAX = 1000;
/** Late events that are written at once. */
const LATE_SLICE = 100;
/** Events of ended things that are written in one turn of the event loop. */
const ENDED_SLICE = 50;

type Report = (error: unknown) => void;

/** Writes the audit log. Call it inside the transaction of the reported change, so that both or neither exist. */
export class Audit {
  #store: EventStore;
  #now: () => number;
  #clusterName: () => string;
  #refusals: UserRefusals;
  #lateEvents: AuditEvent[] = [];
  #ended: { event: AuditEvent; report: Report }[] = [];
  #lateSlice = LATE_SLICE;
  /** The events of the current transaction of `together`. */
  #together: AuditEvent[] | undefined;
  /** That transaction could not begin. */
  #isRefused = false;

  constructor(store: EventStore, now: () => number, clusterName: () => string) {
    this.#store = store;
    this.#now = now;
    this.#clusterName = clusterName;
    this.#refusals = new UserRefusals(now);
  }

  emit<E extends keyof AuditEvents>(event: E, fields: AuditEvents[E]): void {
    this.write(this.compose(event, fields));
  }

  refuse<E extends Refusal>(event: E, fields: AuditEvents[E]): void {
    const refusal = this.composeRefusal(event, fields);
    if (refusal) this.write(refusal);
  }

  /** undefined if the user has caused so many refusals that this one is only counted. */
  composeRefusal<E extends Refusal>(event: E, fields: AuditEvents[E]): AuditEvent | undefined {
    return this.#limited(event, fields, 'merged_refusals');
  }

  repeat<E extends Repeated>(event: E, fields: AuditEvents[E]): void {
    const repeated = this.#limited(event, fields, 'merged_events');
    if (repeated) this.write(repeated);
  }

  /**
   * For events of something that has already ended: errors of the log go to `report` and stop nothing. What a full or
   * locked database does not accept is written later. Hundreds of things may end together, such as the downloads of a
   * lost browser: their events are written in the next turns of the event loop, some in each.
   */
  emitOrReport<E extends keyof AuditEvents>(event: E, fields: AuditEvents[E], report: Report): void {
    const composed = this.compose(event, fields);
    if (this.#together) return this.writeOrReport(composed, report);
    this.#ended.push({ event: composed, report });
    if (this.#ended.length === 1) setImmediate(() => this.#writeEnded());
  }

  #writeEnded(): void {
    const slice = this.#ended.splice(0, ENDED_SLICE);
    const [first] = slice;
    if (!first) return;
    if (this.#ended.length > 0) setImmediate(() => this.#writeEnded());
    this.together(() => slice.forEach(({ event, report }) => this.writeOrReport(event, report)), first.report);
  }

  /** For events that are also recorded or shown elsewhere, with the same id and time. `timeMs`: when it happened. */
  compose<E extends keyof AuditEvents>(event: E, fields: AuditEvents[E], timeMs = this.#now()): AuditEvent {
    const uid = randomUUID();
    const document = {
      cluster_name: this.#clusterName(),
      code: CODES.get(event),
      ei: 0,
      event,
      time: new Date(timeMs).toISOString(),
      uid,
      ...fields,
    };
    return { uid, timeMs, name: event, document };
  }

  /**
   * Writes the events of `work` in one transaction: a separate commit for each takes longer. See `emitOrReport`. `work`
   * also runs if no transaction can begin.
   */
  together(work: () => void, report: Report): void {
    if (this.#together) return work();
    const events = (this.#together = new Array<AuditEvent>());
    const notRun = [work];
    try {
      this.#store.together(() => notRun.splice(0).forEach((run) => run()));
    } catch (error) {
      report(error);
      this.#isRefused = true;
      runEach(notRun, (run) => run(), report);
      for (const event of events) this.#keep(event, error);
    } finally {
      this.#together = undefined;
      this.#isRefused = false;
    }
  }

  /**
   * Writes some of the events that could not be written before, if it is possible now, and counts of refusals. At the
   * end of the process (`isLast`) all of them.
   */
  writeLate(isLast = false): void {
    while (isLast && this.#ended.length > 0) this.#writeEnded();
    const slice = this.#lateEvents.slice(0, this.#lateSlice);
    try {
      const missing = slice.filter(({ uid }) => !this.has(uid));
      if (missing.length > 0) this.#store.together(() => missing.forEach((event) => this.write(event)));
    } catch (error) {
      // An event that is never accepted must not hold up the others.
      if (slice.length === 1) this.#lateEvents.push(...this.#lateEvents.splice(0, 1));
      this.#lateSlice = Math.max(1, Math.ceil(slice.length / 2));
      return requireStoreError(error);
    }
    this.#lateEvents.splice(0, slice.length);
    this.#lateSlice = LATE_SLICE;
    if (isLast && this.#lateEvents.length > 0) return this.writeLate(true);
    try {
      this.#refusals.flush(isLast);
    } catch (error) {
      requireStoreError(error);
    }
  }

  has(uid: string): boolean {
    return this.#store.has(uid);
  }

  /** See `emitOrReport`. */
  writeOrReport(event: AuditEvent, report: Report): void {
    try {
      if (!this.#isRefused) this.write(event);
      this.#together?.push(event);
    } catch (error) {
      report(error);
      this.#keep(event, error);
    }
  }

  write({ uid, timeMs, name, document }: AuditEvent): void {
    this.#store.add(uid, timeMs, name, document);
  }

  #limited<E extends Refusal | Repeated>(event: E, fields: AuditEvents[E], counter: keyof MergedCount) {
    const write = (count: number) => this.emit(event, { ...fields, [counter]: count });
    return this.#refusals.allows(fields.user, event, write) ? this.compose(event, fields) : undefined;
  }

  #keep(event: AuditEvent, error: unknown): void {
    if (error instanceof StoreError && this.#lateEvents.length < LATE_MAX) this.#lateEvents.push(event);
  }
}

/** Throws other errors. Those of the database were reported before. */
function requireStoreError(error: unknown): void {
  if (!(error instanceof StoreError)) throw error;
}
