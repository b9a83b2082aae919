/** Maximum bytes of input that are held before the shell starts. */
const MAX_BYTES = 64 * 1024;

/** Input from before the shell started, in order. */
export class HeldInput {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  /** False if it exceeds the limit: the piece is then discarded. */
  add(bytes: Uint8Array): boolean {
    if (this.#bytes + bytes.length > MAX_BYTES) return false;
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    return true;
  }

  /** Returns all held input and clears it. */
  take(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    return pieces;
  }
}

/**
 * Newer servers silently drop input beyond 100 waiting messages and refuse messages over 10 MiB (streams §1.6), so
 * pieces are few and large.
 */
const PIECE_BYTES = 256 * 1024;

/** Splits a paste into frames, between characters. */
export function* inputPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const end = borderBefore(bytes, at + PIECE_BYTES, at);
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** `end`, or up to three bytes before it if it would cut a UTF-8 sequence. */
function borderBefore(bytes: Uint8Array, end: number, start: number): number {
  if (end >= bytes.length) return bytes.length;
  for (let border = end; border > end - 4 && border > start; border--) {
    if (((bytes[border] ?? 0) & 0xc0) !== 0x80) return border;
  }
  return end; // not UTF-8: mouse reports of old programs
}
