// Frames of a session that are built the same for every participant (streams §2, §3.8).
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { encodeFileEvent, type FileEvent } from '../../src/wire/terminal/fileTransfer.ts';
import { encodeLatency } from '../../src/wire/terminal/frames.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import type { ParticipantInfo } from './Participant.ts';

/** What became of a request for a file, for everybody in the session. */
export const fileFrame = (event: FileEvent, sid: string, clusterName: string): Uint8Array =>
  encodeEnvelope(FRAME_TYPE.audit, encodeFileEvent(event, sid, clusterName));

type RoundTrip = {
  /** Between the gateway and the browser. */
  browserMs: number;
  /** The session is being recorded. */
  recorded: boolean;
};

/** How the connection of one participant does. */
export function latencyFrame({ limits }: ParticipantInfo, { browserMs, recorded }: RoundTrip): Uint8Array {
  const idleLimitMs = limits.idleMs || undefined;
  return encodeEnvelope(FRAME_TYPE.latency, encodeLatency({ browserMs, serverMs: undefined, recorded, idleLimitMs }));
}
