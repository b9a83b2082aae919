// The encoding ZRLE of RFB (RFC 6143 §7.7.6).
import { DesktopError } from '../target.ts';
import { colourAt, toColours, unpackRow } from './colours.ts';
import type { Framebuffer, Rectangle } from './Framebuffer.ts';
import type { Inflater } from './Inflater.ts';

const TILE = 64;
const PIXEL_BYTES = 3;
/** The maximum of one tile: its type, and a run for each pixel. */
const TILE_BYTES_MAX = 1 + TILE * TILE * (PIXEL_BYTES + 1);
const RLE = 128;
const PACKED_PALETTE_MAX = 16;

export async function decodeZrle(data: Inflater, screen: Framebuffer, area: Rectangle): Promise<void> {
  for (let top = 0; top < area.height; top += TILE)
    for (let left = 0; left < area.width; left += TILE) {
      const width = Math.min(TILE, area.width - left);
      const height = Math.min(TILE, area.height - top);
      const bytes = await data.fill(TILE_BYTES_MAX);
      const tile = { x: area.x + left, y: area.y + top, width, height };
      const used = decodeTile(bytes, screen, tile);
      if (used > bytes.length) throw new DesktopError('a tile that is cut off');
      data.skip(used);
    }
  await data.finish();
}

/** The number of bytes in the tile. Larger than `bytes` if the tile is incomplete. */
function decodeTile(bytes: Buffer, screen: Framebuffer, { x, y, width, height }: Rectangle): number {
  const type = bytes[0] ?? 0;
  const colourCount = type & 127;
  let at = 1;
  if (type === 0) {
    const colours = toColours(bytes.subarray(at), PIXEL_BYTES, width * height);
    for (let row = 0; row < height; row++) screen.setRow(x, y + row, width, colours, row * width);
    return at + width * height * PIXEL_BYTES;
  }
  if (type === RLE) return decodeRuns(bytes, at, screen, { x, y, width, height });
  const palette = toColours(bytes.subarray(at), PIXEL_BYTES, colourCount);
  at += colourCount * PIXEL_BYTES;
  if (type > RLE) {
    if (colourCount < 2) throw new DesktopError(`a tile of type ${type}`);
    return decodeRuns(bytes, at, screen, { x, y, width, height }, palette);
  }
  if (colourCount > PACKED_PALETTE_MAX) throw new DesktopError(`a tile of type ${type}`);
  if (colourCount === 1) {
    screen.fill(x, y, width, height, palette[0] ?? 0);
    return at;
  }
  const bits = colourCount === 2 ? 1 : colourCount <= 4 ? 2 : 4;
  const row = new Uint32Array(TILE);
  for (let index = 0; index < height; index++) {
    unpackRow(bytes, at, bits, palette, row, width);
    screen.setRow(x, y + index, width, row);
    at += Math.ceil((width * bits) / 8);
  }
  return at;
}

/** Runs of equal pixels, which continue across row ends. */
function decodeRuns(
  bytes: Buffer,
  start: number,
  screen: Framebuffer,
  { x, y, width, height }: Rectangle,
  palette?: Uint32Array,
): number {
  const colours = new Uint32Array(width * height);
  let at = start;
  for (let done = 0; done < colours.length;) {
    let length = 1;
    let colour: number;
    let isRun = true;
    if (palette) {
      const index = bytes[at++] ?? 0;
      colour = palette[index & 127] ?? 0;
      isRun = index >= RLE;
    } else {
      colour = colourAt(bytes, at);
      at += PIXEL_BYTES;
    }
    for (let more = isRun; more;) {
      const byte = bytes[at++] ?? 0;
      length += byte;
      more = byte === 255;
    }
    if (done + length > colours.length) throw new DesktopError('a run that is longer than its tile');
    colours.fill(colour, done, done + length);
    done += length;
  }
  for (let row = 0; row < height; row++) screen.setRow(x, y + row, width, colours, row * width);
  return at;
}
