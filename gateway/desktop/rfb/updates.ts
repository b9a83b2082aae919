// Updates of the picture: rectangles in their encodings (RFC 6143 §7.6.1, §7.7, §7.8).
import type { ScreenSize } from '../../../src/wire/desktop/screenMessages.ts';
import { DesktopError } from '../target.ts';
import { toColours } from './colours.ts';
import type { Framebuffer, Rectangle } from './Framebuffer.ts';
import { decodeHextile } from './hextile.ts';
import { Inflater } from './Inflater.ts';
import { readPointer } from './pointerShape.ts';
import type { SocketSource } from './SocketSource.ts';
import { TightDecoder } from './tight.ts';
import type { WorkLimit } from './WorkLimit.ts';
import { decodeZrle } from './zrle.ts';

const PICTURE = { raw: 0, copy: 1, hextile: 5, tight: 7, zrle: 16 } as const;
const PSEUDO = {
  desktopSize: -223,
  lastRectangle: -224,
  cursor: -239,
  qemuKeys: -258,
  extendedDesktopSize: -308,
  fence: -312,
  cursorWithAlpha: -314,
  extendedClipboard: -1063131698,
} as const;
/** Fast compression of Tight. */
const COMPRESSION_1 = -255;

/** Servers seldom send parts of the screen twice in one update. */
const SCREENS_MAX = 8;
const RECTANGLES_MAX = 100_000;
/** Limit of sizes in one update: a slow server may answer several resize requests in one. */
const SIZES_MAX = 32;
/** The cost of a size and a pointer, in units of the WorkLimit: other threads and the browser process them. */
const SIZE_COST = 1024 * 1024;
const POINTER_COST = 64 * 1024;
const WITHOUT_COUNT = 0xffff;

/** A screen of the desktop: its id, position, size and flags, as the server sent them. */
export type ScreenLayout = Buffer;

export type UpdateEvents = {
  /** Called for each size of an update. `layout` is present if the server lets clients change the size. */
  resized(size: ScreenSize, layout?: ScreenLayout): void;
  pointer(message: Uint8Array<ArrayBuffer>): void;
  takesScancodes(): void;
};

/** The encodings that the client requests, the best first. `picture`: those of pictures. */
export const encodings = (hasOwnPointer: boolean, picture: readonly number[]): readonly number[] => [
  ...picture,
  COMPRESSION_1,
  PSEUDO.desktopSize,
  PSEUDO.extendedDesktopSize,
  PSEUDO.lastRectangle,
  PSEUDO.qemuKeys,
  PSEUDO.fence,
  PSEUDO.extendedClipboard,
  ...(hasOwnPointer ? [PSEUDO.cursorWithAlpha, PSEUDO.cursor] : []),
];

/** For a server on the same machine, bandwidth is cheaper than compression. */
export const pictureEncodings = (isLocal: boolean): readonly number[] => [
  ...(isLocal ? [PICTURE.raw] : []),
  ...[PICTURE.tight, PICTURE.zrle, PICTURE.hextile, PICTURE.copy, PICTURE.raw],
];

/** Reads the updates of one connection. */
export class UpdateReader {
  #source: SocketSource;
  #events: UpdateEvents;
  #limit: WorkLimit;
  #zrle: Inflater;
  #tight: TightDecoder;
  /** Sizes of the screen in the current update. */
  #sizes = 0;

  constructor(source: SocketSource, events: UpdateEvents, limit: WorkLimit) {
    this.#source = source;
    this.#events = events;
    this.#limit = limit;
    this.#zrle = new Inflater(source);
    this.#tight = new TightDecoder(source);
  }

  /**
   * Reads one update, after its type. Resolves with the number of received pixels. `screen` returns the framebuffer,
   * which `resized` may replace. `maySend`: false if no picture was requested.
   */
  async read(screen: () => Framebuffer, maySend: boolean): Promise<number> {
    await this.#source.take(1);
    const count = await this.#source.u16();
    let pixels = 0;
    this.#sizes = 0;
    for (let index = 0; count === WITHOUT_COUNT || index < count; index++) {
      if (index > RECTANGLES_MAX) throw new DesktopError('an update without end');
      const head = await this.#source.take(12);
      const [x = 0, y = 0, width = 0, height = 0] = [0, 2, 4, 6].map((at) => head.readUInt16BE(at));
      const encoding = head.readInt32BE(8);
      if (encoding === PSEUDO.lastRectangle) break;
      const area = { x, y, width, height };
      if (encoding < 0) {
        await this.#readPseudo(encoding, area);
        continue;
      }
      if (!maySend) throw new DesktopError('a picture that was not asked for');
      const { width: screenWidth, height: screenHeight } = screen();
      if (x + width > screenWidth || y + height > screenHeight)
        throw new DesktopError('a rectangle outside of the screen');
      pixels += width * height;
      if (pixels > SCREENS_MAX * screenWidth * screenHeight) throw new DesktopError('an update without end');
      if (width > 0 && height > 0) await this.#readPicture(encoding, area, screen());
    }
    return pixels;
  }

  close(): void {
    this.#zrle.close();
    this.#tight.close();
  }

  async #readPicture(encoding: number, area: Rectangle, screen: Framebuffer): Promise<void> {
    const source = this.#source;
    const { x, y, width, height } = area;
    switch (encoding) {
      case PICTURE.raw:
        for (let row = 0; row < height; row++)
          screen.setRow(x, y + row, width, toColours(await source.take(width * 4), 4));
        return;
      case PICTURE.copy: {
        const [fromX, fromY] = [await source.u16(), await source.u16()];
        if (fromX + width > screen.width || fromY + height > screen.height)
          throw new DesktopError('a copy from outside of the screen');
        return screen.copy(fromX, fromY, x, y, width, height);
      }
      case PICTURE.hextile:
        return decodeHextile(source, screen, area);
      case PICTURE.tight:
        return this.#tight.decode(screen, area);
      case PICTURE.zrle:
        this.#zrle.begin(await source.u32());
        return decodeZrle(this.#zrle, screen, area);
      default:
        throw new DesktopError(`an encoding ${encoding} that was not asked for`);
    }
  }

  async #readPseudo(encoding: number, area: Rectangle): Promise<void> {
    const source = this.#source;
    switch (encoding) {
      case PSEUDO.desktopSize:
        await this.#spendSize();
        return this.#events.resized(area);
      case PSEUDO.extendedDesktopSize: {
        await this.#spendSize();
        const screens = await source.u8();
        await source.take(3);
        const layout = await source.take(screens * 16);
        // The position contains the status of the client's request: a refused one changes nothing.
        if (area.y === 0) this.#events.resized(area, Buffer.from(layout.subarray(0, 16)));
        return;
      }
      case PSEUDO.cursor:
      case PSEUDO.cursorWithAlpha:
        await this.#limit.spend(POINTER_COST);
        return this.#events.pointer(await readPointer(source, area, encoding === PSEUDO.cursorWithAlpha));
      case PSEUDO.qemuKeys:
        return this.#events.takesScancodes();
      default:
        throw new DesktopError(`an encoding ${encoding} that was not asked for`);
    }
  }

  async #spendSize(): Promise<void> {
    if (++this.#sizes > SIZES_MAX) throw new DesktopError('an update with too many sizes of the screen');
    await this.#limit.spend(SIZE_COST);
  }
}
