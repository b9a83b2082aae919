// Encodes pixels as PNG files, and the messages that contain them (streams §5.3, §5.11).
import { setImmediate } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { concatBytes } from '../../../src/lib/encoding.ts';
import { encodeDesktop } from '../../../src/wire/desktop/messages.ts';
import type { Box, Framebuffer } from './Framebuffer.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const COLOUR_TYPE = { rgb: 2, rgba: 6 } as const;
/** The fastest level, because the user waits for the pictures. */
const LEVEL = 1;
/**
 * A sample from the middle of a picture is compressed first. Noise, such as video, takes 20 times as long and hardly
 * shrinks.
 */
const SAMPLE_BYTES = 2048;
const WORTH_IT = 0.9;
/** A large screen must not delay input for longer than this. */
const SLICE_MS = 10;

/** A part of the screen as a picture message. */
function encodePicture(screen: Framebuffer, { left, top, right, bottom }: Box): Uint8Array<ArrayBuffer> {
  const width = right - left;
  const stride = 1 + width * 3; // each row begins with its filter: none
  const rows = new Uint8Array(stride * (bottom - top));
  const { pixels } = screen;
  for (let y = top, to = 0; y < bottom; y++) {
    to++;
    for (let at = y * screen.width + left, end = at + width; at < end; at++) {
      const pixel = pixels[at] ?? 0;
      rows[to++] = pixel;
      rows[to++] = pixel >> 8;
      rows[to++] = pixel >> 16;
    }
  }
  const png = toPng(width, bottom - top, COLOUR_TYPE.rgb, rows);
  return encodeDesktop({ kind: 'picture', placed: { area: { left, top, right: right - 1, bottom: bottom - 1 }, png } });
}

/** Picture messages of these parts, up to about `bytesMax`. Other work can run in between. */
export async function encodePictures(
  screen: Framebuffer,
  nextPart: () => Box | undefined,
  bytesMax = Infinity,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const messages: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let untilMs = performance.now() + SLICE_MS;
  while (bytes < bytesMax) {
    const part = nextPart();
    if (!part) break;
    const message = encodePicture(screen, part);
    messages.push(message);
    bytes += message.length;
    if (performance.now() < untilMs) continue;
    await setImmediate();
    untilMs = performance.now() + SLICE_MS;
  }
  return messages;
}

/** A pointer image as PNG; `rgba` has four bytes for each pixel. */
export function pointerPng(width: number, height: number, rgba: Uint8Array): Uint8Array {
  const stride = 1 + width * 4;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * stride + 1);
  return toPng(width, height, COLOUR_TYPE.rgba, rows);
}

function toPng(width: number, height: number, colourType: number, rows: Uint8Array): Uint8Array {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8); // bits of a channel
  header.setUint8(9, colourType);
  return concatBytes([
    SIGNATURE,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(rows, { level: isNoise(rows) ? 0 : LEVEL })),
    chunk('IEND', new Uint8Array()),
  ]);
}

function isNoise(rows: Uint8Array): boolean {
  if (rows.length <= 2 * SAMPLE_BYTES) return false;
  const middle = (rows.length - SAMPLE_BYTES) >> 1;
  const sample = rows.subarray(middle, middle + SAMPLE_BYTES);
  return deflateSync(sample, { level: LEVEL }).length > SAMPLE_BYTES * WORTH_IT;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let at = 0; at < 4; at++) bytes[4 + at] = type.charCodeAt(at);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
