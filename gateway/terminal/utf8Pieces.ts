/** True for a byte that continues a character. */
const continues = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Cuts well-formed UTF-8 into views of at most `max` bytes (4 or more), never inside a character. */
export function utf8Pieces(bytes: Uint8Array, max: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    let end = Math.min(at + max, bytes.length);
    while (continues(bytes[end])) end--;
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

/** The last `max` bytes of well-formed UTF-8, or fewer if that would cut a character. A view. */
export function utf8Tail(bytes: Uint8Array, max: number): Uint8Array {
  let start = Math.max(0, bytes.length - max);
  while (continues(bytes[start])) start++;
  return bytes.subarray(start);
}
