import type { EventItem } from '../wire/audit/eventLabels.ts';
import { AUDIT_FILTER } from '../wire/config.ts';
import { windowList } from './lists.ts';
import { toRecording, type Recording } from './recordings.ts';

/** An audit event with its texts and its links. */
export type AuditEventRow = EventItem & {
  /** The recording, if this is the end of a recorded session. */
  recording: Recording | undefined;
};

const SESSION_ENDS = ['T2004I', 'TDP01I', 'TDB01I'];

const toRow = (item: EventItem): AuditEventRow => ({
  ...item,
  recording: SESSION_ENDS.includes(item.code) ? toRecording(item.recorded) : undefined,
});

/** The audit log (http-resources §10.1). The sentences of all events load with the page. */
export const auditEventList = windowList<AuditEventRow>(
  'sites/:clusterId/events/search',
  {
    async load() {
      const { toEventItem } = await import('../wire/audit/eventItem.ts');
      return (json: unknown) => toRow(toEventItem(json));
    },
  },
  {
    feature: AUDIT_FILTER,
    facets: 'sites/:clusterId/events/facets',
    histogram: 'sites/:clusterId/events/histogram',
  },
);
