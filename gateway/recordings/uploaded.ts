import { recordingTypeOf, type RecordingType } from '../../src/wire/recordings.ts';
import { UPLOAD_INDEX, type SessionAuditEvents } from '../audit/sessionEvents.ts';

/** A recording has come to rest. The address names it below the data directory; where that is, is nobody's business. */
export const uploadFields = (sid: string, end: unknown): SessionAuditEvents['session.upload'] => ({
  ei: UPLOAD_INDEX,
  sid,
  url: `file:///recordings/${sid}`,
  ...sessionType(end),
});

/** What kind of session a recording is of, by its end; like a 13.1 cluster, nothing for a shell. */
export const sessionType = (end: unknown): { session_type?: RecordingType } => {
  const type = recordingTypeOf(end);
  return type === 'ssh' ? {} : { session_type: type };
};
