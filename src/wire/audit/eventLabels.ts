// The values by which audit events are filtered. The rows of the console and the filters of the gateway share them.
// This file does not import the sentences of all events (eventItem.ts), which load with the first event.
import { formatDateTime, formatMillis } from '../../lib/dates.ts';
import type { JsonObject } from '../../lib/json.ts';

/** An audit event as texts. A text is empty if the event does not have the value. */
export type EventItem = {
  id: string;
  time: Date;
  code: string;
  event: string;
  /** The family, such as `Sign-ins`. */
  family: string;
  icon: string;
  label: string;
  sentence: string;
  failed: boolean;
  user: string;
  resource: string;
  address: string;
  /** Id of the session in which the event happened. */
  session: string;
  reason: string;
  /** As the server wrote it. */
  recorded: JsonObject;
};

export const OUTCOMES = { failed: 'refused or failed', succeeded: 'succeeded' } as const;

/** The labels by which events are filtered, without labels that have no value. */
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

/** The texts that a search looks in, in addition to the labels. A time can be found in local time and in UTC. */
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
