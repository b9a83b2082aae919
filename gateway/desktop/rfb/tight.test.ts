// A filter of Tight that the servers of the other tests do not use.
import { PassThrough } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Random } from '../../../tests/support/random.ts';
import { Framebuffer } from './Framebuffer.ts';
import { SocketSource } from './SocketSource.ts';
import { TightDecoder } from './tight.ts';

const GRADIENT_FOLLOWS = 0x40;
const GRADIENT = 2;

test.each([0, 1, 2])('decodes the gradient filter of picture %i', async (seed) => {
  const random = new Random(seed);
  const [width, height] = [5, 4];
  const values = Buffer.from(Array.from({ length: width * height * 3 }, () => random.below(256)));
  const value = (x: number, y: number, colour: number) =>
    x < 0 || y < 0 ? 0 : values.readUInt8((y * width + x) * 3 + colour);
  const differences = values.map((byte, at) => {
    const [x, y, colour] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width), at % 3];
    const predicted = value(x - 1, y, colour) + value(x, y - 1, colour) - value(x - 1, y - 1, colour);
    return byte - Math.min(255, Math.max(0, predicted));
  });
  const data = deflateSync(differences);
  const stream = new PassThrough();
  const decoder = new TightDecoder(new SocketSource(stream));
  const screen = new Framebuffer({ width: 8, height: 8 });
  stream.write(Buffer.concat([Uint8Array.of(GRADIENT_FOLLOWS, GRADIENT, data.length), data]));
  await decoder.decode(screen, { x: 1, y: 2, width, height });
  for (let at = 0; at < width * height; at++)
    expect(screen.pixels[(2 + Math.floor(at / width)) * 8 + 1 + (at % width)]).toBe(values.readUIntLE(at * 3, 3));
  decoder.close();
});
