// The encoding Tight of RFB, without its lossy types: the client requests no JPEG quality.
import { DesktopError } from '../target.ts';
import { toColours, unpackRow } from './colours.ts';
import type { Framebuffer, Rectangle } from './Framebuffer.ts';
import { Inflater } from './Inflater.ts';
import type { SocketSource } from './SocketSource.ts';

const PIXEL_BYTES = 3;
const STREAMS = 4;
const FILL = 8;
const FILTER_FOLLOWS = 4;
const FILTER = { copy: 0, palette: 1, gradient: 2 } as const;
/** Shorter data are not compressed. */
const COMPRESSED_MIN = 12;

export class TightDecoder {
  #source: SocketSource;
  #streams: (Inflater | undefined)[] = [];

  constructor(source: SocketSource) {
    this.#source = source;
  }

  async decode(screen: Framebuffer, area: Rectangle): Promise<void> {
    const { x, y, width, height } = area;
    const control = await this.#source.u8();
    for (let index = 0; index < STREAMS; index++) if (control & (1 << index)) this.#reset(index);
    const kind = control >> 4;
    if (kind === FILL) {
      const [colour = 0] = toColours(await this.#source.take(PIXEL_BYTES), PIXEL_BYTES);
      screen.fill(x, y, width, height, colour);
      return;
    }
    if (kind > FILL) throw new DesktopError('a Tight picture in JPEG or PNG, which was not asked for');
    const filter = kind & FILTER_FOLLOWS ? await this.#source.u8() : FILTER.copy;
    if (filter === FILTER.palette) {
      const colours = (await this.#source.u8()) + 1;
      const palette = toColours(await this.#source.take(colours * PIXEL_BYTES), PIXEL_BYTES);
      const bits = colours === 2 ? 1 : 8;
      const row = new Uint32Array(width);
      await this.#rows(kind, Math.ceil((width * bits) / 8), height, (bytes, index) => {
        unpackRow(bytes, 0, bits, palette, row, width);
        screen.setRow(x, y + index, width, row);
      });
    } else if (filter === FILTER.copy)
      await this.#rows(kind, width * PIXEL_BYTES, height, (bytes, index) =>
        screen.setRow(x, y + index, width, toColours(bytes, PIXEL_BYTES)),
      );
    else if (filter === FILTER.gradient) {
      let above = new Uint8Array(width * PIXEL_BYTES);
      await this.#rows(kind, width * PIXEL_BYTES, height, (bytes, index) => {
        above = addGradient(bytes, above);
        screen.setRow(x, y + index, width, toColours(above, PIXEL_BYTES));
      });
    } else throw new DesktopError(`a Tight filter ${filter}`);
  }

  close(): void {
    for (let index = 0; index < STREAMS; index++) this.#reset(index);
  }

  async #rows(
    kind: number,
    rowBytes: number,
    height: number,
    onRow: (bytes: Uint8Array, index: number) => void,
  ): Promise<void> {
    const isCompressed = rowBytes * height >= COMPRESSED_MIN;
    const inflater = isCompressed ? (this.#streams[kind & 3] ??= new Inflater(this.#source)) : undefined;
    inflater?.begin(await this.#length());
    const from = inflater ?? this.#source;
    for (let index = 0; index < height; index++) onRow(await from.take(rowBytes), index);
    await inflater?.finish();
  }

  /** One to three bytes, the lowest seven bits first. */
  async #length(): Promise<number> {
    const first = await this.#source.u8();
    if (first < 128) return first;
    const second = await this.#source.u8();
    const low = (first & 127) | ((second & 127) << 7);
    return second < 128 ? low : low | ((await this.#source.u8()) << 14);
  }

  #reset(index: number): void {
    this.#streams[index]?.close();
    this.#streams[index] = undefined;
  }
}

/** Each value is the difference to the prediction from the left, upper and upper left neighbours. */
function addGradient(differences: Uint8Array, above: Uint8Array): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(differences.length);
  for (let at = 0; at < row.length; at++) {
    const left = row[at - PIXEL_BYTES] ?? 0;
    const predicted = left + (above[at] ?? 0) - (above[at - PIXEL_BYTES] ?? 0);
    row[at] = (differences[at] ?? 0) + Math.min(255, Math.max(0, predicted));
  }
  return row;
}
