import { expect, test } from 'vitest';
import { leftMs, movePace, startPace } from './pace.ts';

test('a steady stream has its speed from the first sample on', () => {
  let pace = startPace(1000);
  expect(leftMs(pace, 0, 100)).toBeUndefined();
  for (let s = 1; s <= 5; s++) pace = movePace(pace, s * 10_000_000, 1000 + s * 1000);
  expect(pace.bytesPerS).toBeCloseTo(10_000_000);
  expect(leftMs(pace, 50_000_000, 150_000_000)).toBeCloseTo(10_000);
});

test('what comes in quick succession is one sample', () => {
  const pace = startPace(0);
  expect(movePace(pace, 5000, 100)).toBe(pace);
  expect(movePace(pace, 5000, 500).bytesPerS).toBeCloseTo(10_000);
});

test('a jump is smoothed, and the new speed wins in the end', () => {
  let pace = movePace(startPace(0), 1000, 1000);
  pace = movePace(pace, 11_000, 2000);
  expect(pace.bytesPerS).toBeGreaterThan(1000);
  expect(pace.bytesPerS).toBeLessThan(5000);
  for (let s = 3; s < 40; s++) pace = movePace(pace, 11_000 + (s - 2) * 10_000, s * 1000);
  expect(pace.bytesPerS).toBeCloseTo(10_000, -2);
});

test('without a size, or standing still, nobody knows when it ends', () => {
  expect(leftMs({ bytesPerS: 10, atMs: 0, atBytes: 0 }, 5, undefined)).toBeUndefined();
  expect(leftMs(movePace(startPace(0), 0, 1000), 0, 100)).toBeUndefined();
});
