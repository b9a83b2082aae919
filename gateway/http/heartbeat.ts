import { PassThrough, pipeline, type Readable } from 'node:stream';
import { HEARTBEAT_HEADER } from '../../src/wire/kubernetesJson.ts';

/** How long an answer may be silent before a byte is sent. */
const HEARTBEAT_MS = 15_000;
const BEAT = Buffer.from([0]);

/** Name and value of the header that announces it. */
export const ANNOUNCED_HEARTBEAT = [HEARTBEAT_HEADER, String(HEARTBEAT_MS / 1000)] as const;

/**
 * The same body with a NUL byte in each silence, so that its reader can tell a quiet one from a lost connection
 * (http-resources §22). A beat may come between the bytes of a character. Where one of both streams ends, the other does.
 */
export function withHeartbeat(body: Readable): Readable {
  const out = new PassThrough();
  let quiet = false;
  body.on('data', () => (quiet = false)).pause();
  const timer = setInterval(() => {
    // What waits to be read is sign of life enough, and must not grow while nobody reads.
    if (quiet && out.readableLength === 0 && !out.writableEnded) out.push(BEAT);
    quiet = true;
  }, HEARTBEAT_MS);
  return pipeline(body, out, () => clearInterval(timer));
}
