import { expect, test } from 'vitest';
import { LiveOutput } from './LiveOutput.ts';

test('reads any range of the added output, also across blocks', async () => {
  const output = new LiveOutput();
  const all = new Uint8Array(3_000_000).map((_, index) => (index * 31) % 251);
  for (let at = 0, size = 1; at < all.length; at += size, size = (size * 7) % 700_001)
    output.add(all.slice(at, at + size));
  expect(output.length).toBe(all.length);
  for (const [offset, length] of [
    [0, 10],
    [1_048_570, 20],
    [500_000, 2_000_000],
    [2_999_990, 100],
    [all.length, 5],
  ] as const)
    expect(Buffer.compare(await output.read(offset, length), all.subarray(offset, offset + length))).toBe(0);
});
