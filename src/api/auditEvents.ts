import type { JsonObject } from '../lib/json.ts';
import { windowList } from './lists.ts';
import type { Recording } from './recordings.ts';

/** An audit event in words, with what it is told apart by. Texts are empty where the event does not say. */
export type AuditEventRow = {
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
  reason: string;
  /** What the end of a recorded session leads to. */
  recording: Recording | undefined;
  /** As the server wrote it. */
  recorded: JsonObject;
};

/** The words of all events come with the page. */
export const auditEventList = windowList<AuditEventRow>('sites/:clusterId/events/search', {
  load: async () => (await import('./auditEventRow.ts')).toAuditEventRow,
});
