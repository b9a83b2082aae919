import { randomUUID } from 'node:crypto';
import auditEvents from '../../src/wire/auditEvents.json';
import type { EventDocument, EventStore } from '../store/events.ts';
import { runEach } from '../store/runEach.ts';
import { StoreError } from '../store/storeError.ts';
import type { AuditEvents } from './events.ts';

/** The oldest code of every event name. Events that can succeed or fail set their own code. */
const CODES = new Map([...auditEvents].reverse().map(({ event, code }) => [event, code]));

/** A complete event that is not written yet. */
export type AuditEvent = { uid: string; timeMs: number; name: string; document: EventDocument };

/** Limit of events that wait for a database that is full or locked. */
const LATE_MAX = 1000;
/** Late events that are written at once. */
const LATE_SLICE = 100;

/** Writes the audit log. Call it inside the transaction of the reported change, so that both or neither exist. */
export class Audit {
  #store: EventStore;
  #now: () => number;
  #clusterName: () => string;
  #lateEvents: AuditEvent[] = [];
  /** The events of the current transaction of `together`. */
  #together: AuditEvent[] | undefined;
  /** That transaction could not begin. */
  #isRefused = false;

  constructor(store: EventStore, now: () => number, clusterName: () => string) {
    this.#store = store;
    this.#now = now;
    this.#clusterName = clusterName;
  }

  emit<E extends keyof AuditEvents>(event: E, fields: AuditEvents[E]): void {
    this.write(this.compose(event, fields));
  }

  /**
   * For events of something that has already ended: errors of the log go to `report` and stop nothing. What a full or
   * locked database does not accept is written later.
   */
  emitOrReport<E extends keyof AuditEvents>(event: E, fields: AuditEvents[E], report: (error: unknown) => void): void {
    this.writeOrReport(this.compose(event, fields), report);
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
  together(work: () => void, report: (error: unknown) => void): void {
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

  /** Writes some of the events that could not be written before, if it is possible now. */
  writeLate(): void {
    const slice = this.#lateEvents.slice(0, LATE_SLICE);
    if (slice.length === 0) return;
    try {
      this.#store.together(() => slice.filter(({ uid }) => !this.has(uid)).forEach((event) => this.write(event)));
    } catch (error) {
      if (error instanceof StoreError) return; // reported before
      throw error;
    }
    this.#lateEvents.splice(0, slice.length);
  }

  has(uid: string): boolean {
    return this.#store.has(uid);
  }

  /** See `emitOrReport`. */
  writeOrReport(event: AuditEvent, report: (error: unknown) => void): void {
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

  #keep(event: AuditEvent, error: unknown): void {
    if (error instanceof StoreError && this.#lateEvents.length < LATE_MAX) this.#lateEvents.push(event);
  }
}
