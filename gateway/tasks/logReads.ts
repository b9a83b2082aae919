// Answers out of the audit log and what else is told in the order of time.
import type { EventQuery } from '../store/events.ts';
import { accessOf, type TaskParts } from './taskParts.ts';

/** A page of the audit log (http-resources §10.1). */
export function auditEvents({ stores }: TaskParts, query: EventQuery) {
  const { events, next } = stores.events.page(query);
  return { events, startKey: next };
}

/** A page of recordings that the user's rules let them list (http-resources §10.2). */
export function recordedSessions(parts: TaskParts, { user, query }: { user: string; query: EventQuery }) {
  const access = accessOf(parts, user);
  const { events, next } = parts.stores.events.page(query);
  return { events: events.filter((session) => access.rule('session', 'list', { session }).ok), startKey: next };
}

/** Usage events, newest first. */
export function usageEvents({ stores }: TaskParts, { limit, before }: { limit: number; before?: number | undefined }) {
  const events = stores.usageEvents.page(limit, before);
  return { events: events.map(({ timeMs, ...event }) => ({ ...event, time: new Date(timeMs).toISOString() })) };
}
