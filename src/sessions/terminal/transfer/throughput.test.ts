import { expect, test } from 'vitest';
import { leftMs, updateThroughput, startThroughput } from './throughput.ts';

test('a constant stream has its throughput from the first sample', () => {
  let pace = startThroughput(1000);
  expect(leftMs(pace, 0, 100)).toBeUndefined();
  for (let s = 1; s <= 5; s++) pace = updateThroughput(pace, s * 10_000_000, 1000 + s * 1000);
  expect(pace.bytesPerS).toBeCloseTo(10_000_000);
  expect(leftMs(pace, 50_000_000, 150_000_000)).toBeCloseTo(10_000);
});

test('combines updates within half a second into one sample', () => {
  const pace = startThroughput(0);
  expect(updateThroughput(pace, 5000, 100)).toBe(pace);
  expect(updateThroughput(pace, 5000, 500).bytesPerS).toBeCloseTo(10_000);
});

test('smooths a change of the throughput, and reaches the new value', () => {
  let pace = updateThroughput(startThroughput(0), 1000, 1000);
  pace = updateThroughput(pace, 11_000, 2000);
  expect(pace.bytesPerS).toBeGreaterThan(1000);
  expect(pace.bytesPerS).toBeLessThan(5000);
  for (let s = 3; s < 40; s++) pace = updateThroughput(pace, 11_000 + (s - 2) * 10_000, s * 1000);
  expect(pace.bytesPerS).toBeCloseTo(10_000, -2);
});

test('does not estimate the remaining time without a size or without progress', () => {
  expect(leftMs({ bytesPerS: 10, atMs: 0, atBytes: 0 }, 5, undefined)).toBeUndefined();
  expect(leftMs(updateThroughput(startThroughput(0), 0, 1000), 0, 100)).toBeUndefined();
});
