import { randomUUID } from 'node:crypto';
import auditEvents from '../../src/wire/auditEvents.json';
import type { EventDocument, EventStore } from '../store/events.ts';
import type { AuditEvents } from './events.ts';

/** The oldest code of every event name. Events that can succeed or fail set their own code. */
const CODES = new Map([...auditEvents].reverse().map(({ event, code }) => [event, code]));

/** A complete event that is not written yet. */
export type AuditEvent = { uid: string; timeMs: number; name: string; document: EventDocument };

/** Writes the audit log. Call it inside the transaction of the reported change, so that both or neither exist. */
export class Audit {
  #store: EventStore;
  #now: () => number;
  #clusterName: () => string;

  constructor(store: EventStore, now: () => number, clusterName: () => string) {
    this.#store = store;
    this.#now = now;
    this.#clusterName = clusterName;
  }

  emit<E extends keyof AuditEvents>(event: E, fields: AuditEvents[E]): void {
    this.write(this.compose(event, fields));
  }

  /** For events of something that has already ended: errors of the log go to `report` and stop nothing. */
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

  /** Writes the events of `work` in one transaction: a separate commit for each takes longer. See `emitOrReport`. */
  together(work: () => void, report: (error: unknown) => void): void {
    try {
      this.#store.together(work);
    } catch (error) {
      report(error);
    }
  }

  has(uid: string): boolean {
    return this.#store.has(uid);
  }

  /** See `emitOrReport`. */
  writeOrReport(event: AuditEvent, report: (error: unknown) => void): void {
    try {
      this.write(event);
    } catch (error) {
      report(error);
    }
  }

  write({ uid, timeMs, name, document }: AuditEvent): void {
    this.#store.add(uid, timeMs, name, document);
  }
}
