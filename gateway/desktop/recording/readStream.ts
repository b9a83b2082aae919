import { open } from 'node:fs/promises';
import { readFrames, type RecordedFrame } from '../../../src/wire/desktop/recordedFrames.ts';

const READ_BYTES = 128 * 1024;

/**
 * The messages in a part of a recording's stream, in batches, with the position of the next batch. Ends early if the
 * file ends or contains an invalid message. Their bytes are views that are valid until the next batch is requested.
 */
export async function* readStream(
  file: string,
  from: number,
  to: number,
): AsyncGenerator<{ frames: RecordedFrame[]; end: number }> {
  const opened = await open(file);
  try {
    let rest = Buffer.alloc(0);
    for (let at = from; at < to;) {
      // A message that is longer than one read is continued by its own length, so that each byte is copied at most
      // twice.
      const wantedBytes = Math.min(to - at, Math.max(READ_BYTES, rest.length));
      const buffer = Buffer.allocUnsafe(rest.length + wantedBytes);
      rest.copy(buffer);
      const { bytesRead } = await opened.read(buffer, rest.length, wantedBytes, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      const filled = buffer.subarray(0, rest.length + bytesRead);
      const { frames, end, isBroken } = readFrames(filled);
      rest = filled.subarray(end);
      if (frames.length > 0) yield { frames, end: at - rest.length };
      if (isBroken) return;
    }
  } finally {
    await opened.close();
  }
}
