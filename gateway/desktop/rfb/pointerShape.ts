// The image of the pointer: the pseudo-encodings Cursor and Cursor With Alpha of RFB.
import { encodeDesktop } from '../../../src/wire/desktop/messages.ts';
import { DesktopError } from '../target.ts';
import type { Rectangle } from './Framebuffer.ts';
import { pointerPng } from './png.ts';
import type { SocketSource } from './SocketSource.ts';

/** A larger image is cut, because its message has a limit. */
const SIDE_MAX = 256;
const READ_SIDE_MAX = 1024;
const RAW = 0;

/** The position of the rectangle is the hot spot. */
export async function readPointer(
  source: SocketSource,
  { x, y, width, height }: Rectangle,
  hasAlpha: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  if (width > READ_SIDE_MAX || height > READ_SIDE_MAX)
    throw new DesktopError(`a pointer of ${width} × ${height} pixels`);
  if (hasAlpha && (await source.i32()) !== RAW)
    throw new DesktopError('a pointer in an encoding that was not asked for');
  const image = Buffer.from(await source.take(width * height * 4));
  if (hasAlpha) divideByAlpha(image);
  else {
    const stride = Math.ceil(width / 8);
    const mask = await source.take(stride * height);
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const isShown = ((mask[row * stride + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1;
        image[(row * width + column) * 4 + 3] = isShown ? 255 : 0;
      }
  }
  return encodeDesktop({ kind: 'pointerShape', spotX: x, spotY: y, png: cutPng(image, width, height) });
}

function cutPng(image: Buffer, width: number, height: number): Uint8Array {
  const size = { width: Math.min(width, SIDE_MAX), height: Math.min(height, SIDE_MAX) };
  if (!image.some((byte, at) => at % 4 === 3 && byte > 0)) return new Uint8Array();
  const rows = Array.from({ length: size.height }, (_, row) =>
    image.subarray(row * width * 4, (row * width + size.width) * 4),
  );
  return pointerPng(size.width, size.height, Buffer.concat(rows));
}

/** Colours are premultiplied with alpha. PNG needs them without. */
function divideByAlpha(image: Buffer): void {
  for (let at = 0; at < image.length; at += 4) {
    const alpha = image[at + 3] ?? 0;
    for (let index = at; alpha > 0 && index < at + 3; index++)
      image[index] = Math.min(255, Math.round(((image[index] ?? 0) * 255) / alpha));
  }
}
