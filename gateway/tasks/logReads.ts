// Answers from the audit log and other data in time order.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { textAt } from '../../src/lib/json.ts';
import { familyOf } from '../../src/wire/audit/describeEvent.ts';
import { OUTCOMES } from '../../src/wire/audit/eventLabels.ts';
import type { EventFacetsJson, EventHistogramJson } from '../../src/wire/http.ts';
import type { EventQuery, EventSpan } from '../store/events.ts';
import { accessOf, type TaskParts } from './taskParts.ts';

/** A page of the audit log (http-resources §10.1). */
export function auditEvents({ stores }: TaskParts, query: EventQuery) {
  const { events, next } = stores.events.page(query);
  return { events, startKey: next };
}

/** Limit of values of a facet. Further values are only counted. */
const VALUES_MAX = 200;

/** The facets of the audit log, counted over a time span. */
export function eventFacets({ stores: { events } }: TaskParts, span: EventSpan): EventFacetsJson {
  const codes = events.codes(span);
  const ofCodes = (name: string, valueOf: (code: string, failed: number) => string) => {
    const counts = new Map<string, number>();
    for (const { code, failed, count } of codes) {
      const value = valueOf(code, failed);
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + count);
    }
    const values = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
    return { name, values: values.slice(0, VALUES_MAX), others: sum(values.slice(VALUES_MAX)) };
  };
  const ofColumn = (name: string, column: 'actor' | 'resource' | 'address') => {
    const rows = events.values(column, span, VALUES_MAX);
    const values = rows.map(({ value, count }) => ({ value, count }));
    return { name, values, others: (rows[0]?.total ?? 0) - sum(values) };
  };
  return {
    total: sum(codes),
    facets: [
      ofCodes('outcome', (_, failed) => (failed ? OUTCOMES.failed : OUTCOMES.succeeded)),
      ofCodes('type', familyOf),
      ofColumn('user', 'actor'),
      ofColumn('resource', 'resource'),
      ofColumn('address', 'address'),
      ofCodes('code', (code) => code),
    ],
  };
}

const sum = (counted: readonly { count: number }[]): number => counted.reduce((total, { count }) => total + count, 0);

/** The events of a filter over time. Empty bars are left out. */
export function eventHistogram({ stores }: TaskParts, query: EventSpan & { stepMs: number }): EventHistogramJson {
  const { bars, next } = stores.events.histogram(query);
  return { bars: [...bars].map(([bar, { count, flagged }]) => [bar, count, flagged]), startKey: next };
}

/** A page of recordings that the user's rules let them list (http-resources §10.2). */
export function recordedSessions(parts: TaskParts, { user, query }: { user: string; query: EventQuery }) {
  const access = accessOf(parts, user);
  const { events, next } = parts.stores.events.page(query);
  const isStored = (session: object) => existsSync(join(parts.recordingsDir, textAt(session, 'sid')));
  return {
    events: events
      .filter((session) => access.rule('session', 'list', { session }).ok)
      .map((session) => (isStored(session) ? session : { ...session, recording_missing: true })),
    startKey: next,
  };
}

/** Usage events, newest first. */
export function usageEvents({ stores }: TaskParts, { limit, before }: { limit: number; before?: number | undefined }) {
  const events = stores.usageEvents.page(limit, before);
  return { events: events.map(({ timeMs, ...event }) => ({ ...event, time: new Date(timeMs).toISOString() })) };
}
