import { UPLOAD_INDEX, type SessionAuditEvents } from '../audit/sessionEvents.ts';

/** A recording has come to rest. The address names it below the data directory; where that is, is nobody's business. */
export const uploadFields = (sid: string): SessionAuditEvents['session.upload'] => ({
  ei: UPLOAD_INDEX,
  sid,
  url: `file:///recordings/${sid}`,
});
