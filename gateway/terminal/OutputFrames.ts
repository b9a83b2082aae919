import { JOIN_REPLAY_BYTES } from '../../src/wire/constants.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import { Utf8Hold } from '../../src/wire/utf8Hold.ts';
import { utf8Pieces, utf8Tail } from './utf8Pieces.ts';

/** Output of one frame, before the envelope (streams §1.6). */
export const FRAME_MAX_BYTES = 32 * 1024;
const LINE_FEED = 0x0a;
const ESCAPE = 0x1b;

/**
 * Turns shell output into frames of well-formed text and keeps the last output for participants who join
 * (streams §3.8).
 */
export class OutputFrames {
  #hold = new Utf8Hold();
  #last = new Uint8Array();

  /** An incomplete character at the end waits for its remaining bytes. */
  push(bytes: Uint8Array): Uint8Array[] {
    return this.#toFrames(this.#hold.push(bytes));
  }

  /** No more output follows. */
  flush(): Uint8Array[] {
    return this.#toFrames(this.#hold.flush());
  }

  /** True also if nothing has been printed. */
  get atLineStart(): boolean {
    return (this.#last.at(-1) ?? LINE_FEED) === LINE_FEED;
  }

  /** Empty if nothing has been printed. */
  replay(): Uint8Array[] {
    return this.#last.length > 0 ? [encodeEnvelope(FRAME_TYPE.raw, this.#last)] : [];
  }

  #toFrames(text: Uint8Array): Uint8Array[] {
    if (text.length === 0) return [];
    const all = text.length >= JOIN_REPLAY_BYTES ? text : Buffer.concat([this.#last, text]);
    const last = utf8Tail(all, JOIN_REPLAY_BYTES);
    // A copy: a view would keep the whole output alive.
    this.#last = Uint8Array.from(last.length < all.length ? last.subarray(wholeFrom(last)) : last);
    return utf8Pieces(text, FRAME_MAX_BYTES).map((piece) => encodeEnvelope(FRAME_TYPE.raw, piece));
  }
}

/**
 * The index where text that was cut at its start can be shown: after the next line feed or at the next escape sequence.
 */
function wholeFrom(text: Uint8Array): number {
  const at = text.findIndex((byte) => byte === LINE_FEED || byte === ESCAPE);
  if (at < 0) return 0;
  return text[at] === LINE_FEED ? at + 1 : at;
}
