import { PassThrough, pipeline, type Readable } from 'node:stream';
import { HEARTBEAT_HEADER } from '../../src/wire/kubernetesJson.ts';

/** How long an answer may be silent before a byte is sent. */
const HEARTBEAT_MS = 15_000;
const BEAT = Buffer.from([0]);

/** Name and value of the header that announces the heartbeat. */
export const ANNOUNCED_HEARTBEAT = [HEARTBEAT_HEADER, String(HEARTBEAT_MS / 1000)] as const;

/**
 * The same body with a NUL byte in each silence, so that its reader can distinguish a quiet body from a lost connection
 * (http-resources §22). A NUL byte may come inside a multi-byte character. When one of the streams ends, the other does
 * too.
 */
export function withHeartbeat(body: Readable): Readable {
  const out = new PassThrough();
  let quiet = false;
  body.on('data', () => (quiet = false)).pause();
  const timer = setInterval(() => {
    // Unread data already shows that the connection is alive, and the buffer must not grow while no client reads.
    if (quiet && out.readableLength === 0 && !out.writableEnded) out.push(BEAT);
    quiet = true;
  }, HEARTBEAT_MS);
  return pipeline(body, out, () => clearInterval(timer));
}
