// Recorded desktop messages as bytes in files and responses (streams §6.1): u32 milliseconds since the first message,
// u32 length of the message with a flag in its highest bit, the message. Big endian.
import { PNG_BYTES_MAX } from './screenMessages.ts';

/** `isKeyframe`: part of a repetition of the whole screen. Only a reader that starts there needs it. */
export type RecordedFrame = { ms: number; isKeyframe: boolean; message: Uint8Array };

export const FRAME_HEADER_BYTES = 8;
const KEYFRAME = 0x8000_0000;
/** The largest picture, with its area. */
const MESSAGE_MAX_BYTES = PNG_BYTES_MAX + 64;

/** The bytes before the message. */
export function frameHeader({ ms, isKeyframe, message }: RecordedFrame): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(FRAME_HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, ms);
  view.setUint32(4, message.length + (isKeyframe ? KEYFRAME : 0));
  return header;
}

/**
 * The frame that begins at `at`. Its message is a view into `bytes`. `cut`: the frame is longer than the bytes. `none`:
 * this is not a frame, so the bytes after it cannot be read.
 */
export function readFrame(bytes: Uint8Array, at: number): RecordedFrame | 'cut' | 'none' {
  if (at + FRAME_HEADER_BYTES > bytes.length) return 'cut';
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, FRAME_HEADER_BYTES);
  const marked = view.getUint32(4);
  const isKeyframe = marked >= KEYFRAME;
  const length = isKeyframe ? marked - KEYFRAME : marked;
  if (length === 0 || length > MESSAGE_MAX_BYTES) return 'none';
  const start = at + FRAME_HEADER_BYTES;
  if (start + length > bytes.length) return 'cut';
  return { ms: view.getUint32(0), isKeyframe, message: bytes.subarray(start, start + length) };
}

/** The complete frames in `bytes`, and the offset of the next one. `isBroken` if no frame can begin there. */
export function readFrames(bytes: Uint8Array): { frames: RecordedFrame[]; end: number; isBroken: boolean } {
  const frames: RecordedFrame[] = [];
  let end = 0;
  for (;;) {
    const frame = readFrame(bytes, end);
    if (typeof frame === 'string') return { frames, end, isBroken: frame === 'none' };
    frames.push(frame);
    end += FRAME_HEADER_BYTES + frame.message.length;
  }
}
