// The picture: its size, its parts, and the messages that newer releases send instead of parts (streams §5.3, §5.11).
import { WireError } from '../envelope.ts';
import { bytes, group, message, u16, u32, type Field } from './layout.ts';

/** Longer pictures are fatal (streams §5.13). */
export const PNG_BYTES_MAX = 10 * 1024 * 1024;
/** Maximum width and height of the screen. */
export const SCREEN_MAX = 8192;

/** In pixels. */
export type ScreenSize = { width: number; height: number };

export const isScreenSize = ({ width, height }: ScreenSize): boolean =>
  [width, height].every((length) => length >= 1 && length <= SCREEN_MAX);

const UNLIMITED = 2 ** 32;

const PNG_SIGNATURE = 0x89504e470d0a1a0an;
const PNG_LAST_CHUNK = 0x49454e44;

/** A PNG without a length before it: from its signature to the end of its last chunk. */
const wholePng: Field<Uint8Array> = {
  read(from) {
    const start = from.at;
    if (from.u64() !== PNG_SIGNATURE) throw new WireError('a picture that is not a PNG');
    for (let type = 0; type !== PNG_LAST_CHUNK;) {
      const length = from.u32();
      type = from.u32();
      if (from.at - start + length > PNG_BYTES_MAX) throw new WireError('a picture that is too long');
      from.take(length + 4);
    }
    return from.bytes.subarray(start, from.at);
  },
  write: (to, value) => to.raw(value),
};

/** The position of a part of the picture. Right and bottom are informative: the PNG has its size. */
export type Area = { left: number; top: number; right: number; bottom: number };
const area: Field<Area> = group({ left: u32, top: u32, right: u32, bottom: u32 });

/** The length of the PNG comes before its area. */
const pngWithArea: Field<{ area: Area; png: Uint8Array }> = {
  read(from) {
    const length = from.u32();
    if (length > PNG_BYTES_MAX) throw new WireError(`a picture of ${length} bytes`);
    return { area: area.read(from), png: from.take(length) };
  },
  write(to, value) {
    to.u32(value.png.length);
    area.write(to, value.area);
    to.raw(value.png);
  },
};

export const SCREEN_MESSAGES = [
  /** From the client: the requested size. In a recording: the size from here on. */
  message(1, 'screenSize', { width: u32, height: u32 }),
  /** In old recordings. Right and bottom are outside the area. */
  message(2, 'oldPicture', { area, png: wholePng }),
  /** Right and bottom are inside the area. */
  message(27, 'picture', { placed: pngWithArea }),
  message(29, 'rdpOutput', { data: bytes(UNLIMITED) }),
  message(30, 'rdpResponse', { data: bytes(UNLIMITED) }),
  /** The screen has this size from here on. */
  message(31, 'activated', { ioChannelId: u16, userChannelId: u16, width: u16, height: u16 }),
] as const;
