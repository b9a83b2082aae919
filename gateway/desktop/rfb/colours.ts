// Pixels on the wire. The client requests red in the first byte, green in the second and blue in the third.

/** The requested format: 32 bits, 24 of them used, little endian, each colour up to 255 (RFC 6143 §7.4). */
export const PIXEL_FORMAT = Uint8Array.of(32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0);

/** Converts pixels of 4 bytes, or of 3 in ZRLE and Tight, to colours of the framebuffer. */
export function toColours(bytes: Uint8Array, step: 3 | 4, count = Math.floor(bytes.length / step)): Uint32Array {
  const colours = new Uint32Array(count);
  for (let index = 0, at = 0; index < count; index++, at += step) colours[index] = colourAt(bytes, at);
  return colours;
}

export const colourAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);

/** Unpacks one row of palette indexes with `bits` each into `out`. Rows begin at whole bytes. */
export function unpackRow(
  bytes: Uint8Array,
  at: number,
  bits: number,
  palette: Uint32Array,
  out: Uint32Array,
  width: number,
): void {
  const mask = (1 << bits) - 1;
  for (let x = 0; x < width; x++) {
    const bit = x * bits;
    out[x] = palette[((bytes[at + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask] ?? 0;
  }
}
