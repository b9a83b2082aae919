import { randomUUID } from 'node:crypto';
import auditEvents from '../../src/wire/auditEvents.json';
import type { EventStore } from '../store/events.ts';
import type { AuditEvents } from './events.ts';

/** The oldest code of every event name; events that know success and failure bring their own. */
const CODES = new Map([...auditEvents].reverse().map(({ event, code }) => [event, code]));

/**
 * Writes the audit log. Call it inside the transaction of the change that is told, so that neither exists without the
 * other.
 */
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
    const timeMs = this.#now();
    const uid = randomUUID();
    this.#store.add(uid, timeMs, event, {
      cluster_name: this.#clusterName(),
      code: CODES.get(event),
      ei: 0,
      event,
      time: new Date(timeMs).toISOString(),
      uid,
      ...fields,
    });
  }
}
