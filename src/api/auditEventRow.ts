import { toEventItem, type EventItem } from '../wire/audit/eventItem.ts';
import { toRecording, type Recording } from './recordings.ts';

/** An audit event in words, with what it leads to. */
export type AuditEventRow = EventItem & {
  /** What the end of a recorded session leads to. */
  recording: Recording | undefined;
};

const SESSION_ENDS = ['T2004I', 'TDP01I'];

/** Any object makes a row (http-resources §10.1). */
export function toAuditEventRow(json: unknown): AuditEventRow {
  const item = toEventItem(json);
  return {
    ...item,
    recording: SESSION_ENDS.includes(item.code) ? toRecording(item.recorded) : undefined,
  };
}
