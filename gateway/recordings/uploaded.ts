import { recordingTypeOf, type RecordingType } from '../../src/wire/recordings.ts';
import { UPLOAD_INDEX, type SessionAuditEvents } from '../audit/sessionEvents.ts';

/** The recording is stored. The URL names it relative to the data directory, whose path is not revealed. */
export const uploadFields = (sid: string, end: unknown): SessionAuditEvents['session.upload'] => ({
  ei: UPLOAD_INDEX,
  sid,
  url: `file:///recordings/${sid}`,
  ...sessionType(end),
});

/** The session type of a recording, from its end. Like a 13.1 cluster, empty for a shell. */
export const sessionType = (end: unknown): { session_type?: RecordingType } => {
  const type = recordingTypeOf(end);
  return type === 'ssh' ? {} : { session_type: type };
};
