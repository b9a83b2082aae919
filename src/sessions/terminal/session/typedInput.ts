/** Keys before the shell is there are kept up to here. */
const MAX_BYTES = 64 * 1024;

/** What was typed or pasted before there was a shell to take it, in its order. */
export class HeldInput {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  /** False when it would be too much: the piece is not kept then. */
  add(bytes: Uint8Array): boolean {
    if (this.#bytes + bytes.length > MAX_BYTES) return false;
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    return true;
  }

  /** All of it; nothing is held afterwards. */
  take(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    return pieces;
  }
}

/**
 * Newer servers drop input silently beyond 100 waiting messages and refuse one of more than 10 MiB (streams §1.6): few
 * and large pieces it is.
 */
const PIECE_BYTES = 256 * 1024;

/** Cuts a paste into frames, between characters. */
export function* inputPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const end = borderBefore(bytes, at + PIECE_BYTES, at);
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** `end`, or up to three bytes before it where it would cut a UTF-8 sequence. */
function borderBefore(bytes: Uint8Array, end: number, start: number): number {
  if (end >= bytes.length) return bytes.length;
  for (let border = end; border > end - 4 && border > start; border--) {
    if (((bytes[border] ?? 0) & 0xc0) !== 0x80) return border;
  }
  return end; // no UTF-8: mouse reports of old programs
}
