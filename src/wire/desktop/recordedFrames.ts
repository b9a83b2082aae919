// Recorded desktop messages in bytes, as files and answers hold them (streams §6.1): u32 milliseconds since the first
// message, u32 length of the message with a flag in its highest bit, the message. Big endian.
import { PNG_BYTES_MAX } from './screenMessages.ts';

/** `isKeyframe`: a part of a repetition of the whole screen, which only a reader needs that begins here. */
export type RecordedFrame = { ms: number; isKeyframe: boolean; message: Uint8Array };

export const FRAME_HEADER_BYTES = 8;
const KEYFRAME = 0x8000_0000;
/** The largest picture with its area. */
const MESSAGE_MAX_BYTES = PNG_BYTES_MAX + 64;

/** What stands before the message. */
export function frameHeader({ ms, isKeyframe, message }: RecordedFrame): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(FRAME_HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, ms);
  view.setUint32(4, message.length + (isKeyframe ? KEYFRAME : 0));
  return header;
}

/**
 * The frame that begins at `at`; its message is a view into `bytes`. `cut`: it goes on behind the bytes. `none`: this is
 * no frame, so nothing behind it can be read.
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

/** The whole frames in `bytes`, and where the next begins; `isBroken` where that can be none. */
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
