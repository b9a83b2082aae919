import type { AuditEventRow } from './auditEventRow.ts';
import { windowList } from './lists.ts';

/** The words of all events come with the page. */
export const auditEventList = windowList<AuditEventRow>('sites/:clusterId/events/search', {
  load: async () => (await import('./auditEventRow.ts')).toAuditEventRow,
});
