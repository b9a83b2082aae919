import { utf8 } from '../lib/encoding.ts';

/**
 * Converts a byte stream, cut at any offset, into pieces of well-formed UTF-8, which the envelope requires (streams
 * §2). It keeps a split character, at most three bytes, until the rest arrives. Bytes that can no longer become a
 * character turn into U+FFFD at once.
 */
export class Utf8Hold {
  #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** The bytes that are complete now. Can be empty. */
  push(bytes: Uint8Array): Uint8Array {
    return utf8(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Ends the stream: an incomplete character becomes U+FFFD. A new stream can start afterwards. */
  flush(): Uint8Array {
    return utf8(this.#decoder.decode());
  }
}
