// What audit events are filtered by: one truth for the rows of the console and for the filters of the gateway. It does
// without the sentences of all events (eventItem.ts), which are loaded with the first of them.
import { formatDateTime, formatMillis } from '../../lib/dates.ts';
import type { JsonObject } from '../../lib/json.ts';

/** An audit event in words. Texts are empty where the event does not say. */
export type EventItem = {
  id: string;
  time: Date;
  code: string;
  event: string;
  /** What kind of thing it is about: `Sign-ins`. */
  family: string;
  icon: string;
  label: string;
  sentence: string;
  failed: boolean;
  user: string;
  resource: string;
  address: string;
  /** Id of the session that it happened in. */
  session: string;
  reason: string;
  /** As the server wrote it. */
  recorded: JsonObject;
};

export const OUTCOMES = { failed: 'refused or failed', succeeded: 'succeeded' } as const;

/** The labels by which events are filtered; those without a value are left out. */
export const eventLabels = (item: EventItem): { name: string; value: string }[] =>
  [
    { name: 'outcome', value: item.failed ? OUTCOMES.failed : OUTCOMES.succeeded },
    { name: 'type', value: item.family },
    { name: 'user', value: item.user },
    { name: 'resource', value: item.resource },
    { name: 'address', value: item.address },
    { name: 'code', value: item.code },
    { name: 'session', value: item.session },
  ].filter(({ value }) => value !== '');

/** What words are looked for in, beside the labels. A time can be found as this machine and as UTC write it. */
export const eventValues = ({ label, sentence, event, id, time }: EventItem): string[] => [
  label,
  sentence,
  event,
  id,
  ...(Number.isNaN(time.getTime())
    ? []
    : [formatDateTime(time, 'local') + formatMillis(time), formatDateTime(time, 'utc') + formatMillis(time)]),
];

/** Facets of the audit log, in their order. */
export const EVENT_FACETS = ['outcome', 'type', 'user', 'resource', 'address', 'code'] as const;
