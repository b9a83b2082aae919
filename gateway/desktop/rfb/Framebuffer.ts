import { isScreenSize, type ScreenSize } from '../../../src/wire/desktop/screenMessages.ts';
import { DesktopError } from '../target.ts';

/** The size of a picture message: noise of this size stays below the 64 KiB of a recorded message (streams §5.13). */
const TILE_PIXELS = 128;
/** 128 MiB of memory: two screens of 4096 × 4096. */
const PIXELS_MAX = 8192 * 4096;

/** `right` and `bottom` are exclusive. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** The position and size of a part of the screen. */
export type Rectangle = { x: number; y: number; width: number; height: number };

/** Throws for a screen that needs too much memory. */
export function checkSize({ width, height }: ScreenSize): void {
  if (!isScreenSize({ width, height }) || width * height > PIXELS_MAX)
    throw new DesktopError(`a screen of ${width} × ${height} pixels`);
}

/** The screen as the server last sent it, and the parts that changed since they were last read. */
export class Framebuffer {
  readonly width: number;
  readonly height: number;
  /** Red in the lowest byte, then green and blue. The highest byte is 0. */
  readonly pixels: Uint32Array;
  #columns: number;
  /** Changed parts by tile. They do not overlap. */
  #damage = new Map<number, Box>();

  /** Throws DesktopError for a size that is not allowed. */
  constructor(size: ScreenSize) {
    checkSize(size);
    this.width = size.width;
    this.height = size.height;
    this.pixels = new Uint32Array(size.width * size.height);
    this.#columns = Math.ceil(size.width / TILE_PIXELS);
  }

  get isDamaged(): boolean {
    return this.#damage.size > 0;
  }

  /** Sets a part of a row that begins at x, with `colours` starting at `from`. */
  setRow(x: number, y: number, width: number, colours: Uint32Array, from = 0): void {
    const { pixels } = this;
    const at = y * this.width + x;
    let first = 0;
    while (first < width && pixels[at + first] === colours[from + first]) first++;
    if (first === width) return;
    let end = width;
    while (pixels[at + end - 1] === colours[from + end - 1]) end--;
    pixels.set(colours.subarray(from + first, from + end), at + first);
    this.#mark(x + first, x + end, y);
  }

  fill(x: number, y: number, width: number, height: number, colour: number): void {
    for (let row = y; row < y + height; row++) {
      const at = row * this.width + x;
      let first = at;
      while (first < at + width && this.pixels[first] === colour) first++;
      if (first === at + width) continue;
      this.pixels.fill(colour, first, at + width);
      this.#mark(x + first - at, x + width, row);
    }
  }

  /** Copies from another position. The two areas may overlap. */
  copy(fromX: number, fromY: number, x: number, y: number, width: number, height: number): void {
    for (let index = 0; index < height; index++) {
      const row = fromY < y ? height - 1 - index : index;
      const at = (fromY + row) * this.width + fromX;
      this.setRow(x, y + row, width, this.pixels.slice(at, at + width));
    }
  }

  /** Marks all of it as changed. */
  damageAll(): void {
    for (const box of this.tiles()) this.#damage.set(this.#tileAt(box.left, box.top), box);
  }

  /** One changed part, which then counts as unchanged. undefined: nothing has changed. */
  takeDamage(): Box | undefined {
    for (const [tile, box] of this.#damage) {
      this.#damage.delete(tile);
      return box;
    }
    return undefined;
  }

  /** The whole screen in parts that are small enough for one message. */
  tiles(): Box[] {
    const boxes: Box[] = [];
    for (let top = 0; top < this.height; top += TILE_PIXELS)
      for (let left = 0; left < this.width; left += TILE_PIXELS)
        boxes.push({
          left,
          top,
          right: Math.min(left + TILE_PIXELS, this.width),
          bottom: Math.min(top + TILE_PIXELS, this.height),
        });
    return boxes;
  }

  #tileAt(x: number, y: number): number {
    return Math.floor(y / TILE_PIXELS) * this.#columns + Math.floor(x / TILE_PIXELS);
  }

  #mark(left: number, right: number, y: number): void {
    for (let x = left; x < right;) {
      const end = Math.min(right, (Math.floor(x / TILE_PIXELS) + 1) * TILE_PIXELS);
      const tile = this.#tileAt(x, y);
      const box = this.#damage.get(tile);
      if (box) {
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, end);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y + 1);
      } else this.#damage.set(tile, { left: x, top: y, right: end, bottom: y + 1 });
      x = end;
    }
  }
}
