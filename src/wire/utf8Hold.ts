import { utf8 } from '../lib/encoding.ts';

/**
 * Turns a byte stream that is cut at any place into pieces of well-formed UTF-8, as the envelope demands (streams §2).
 * A character that is split over two pieces waits, with at most three bytes, for its rest; what can no longer become
 * a character turns into U+FFFD at once.
 */
export class Utf8Hold {
  #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** The bytes that are complete now; may be empty. */
  push(bytes: Uint8Array): Uint8Array {
    return utf8(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The end of the stream: a waiting piece of a character becomes U+FFFD. Afterwards a new stream may begin. */
  flush(): Uint8Array {
    return utf8(this.#decoder.decode());
  }
}
