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
