import { expect, test } from 'vitest';
import { barsOf, firstSpan, moveEdge, moveSpan, spanOfBars } from './bars.ts';

const HOUR_MS = 3600_000;
const histogram = {
  time: 'at',
  counts: 'Events',
  flagged: { label: 'Failed', is: (row: { id: string }) => row.id === 'bad' },
};
const day = { fromMs: 0, toMs: 24 * HOUR_MS };
const row = (id: string, hours: number) => ({ id, at: new Date(hours * HOUR_MS) });

test('counts rows per hour, and flagged rows separately', () => {
  const { bars, per } = barsOf(
    [row('a', 1.5), row('bad', 1.9), row('c', 23.99), row('d', 24), row('e', -1)],
    histogram,
    day,
  );
  expect([bars.length, per]).toEqual([24, 'hour']);
  expect([bars[1], bars[23], bars[0]]).toEqual([
    { count: 2, flagged: 1 },
    { count: 1, flagged: 0 },
    { count: 0, flagged: 0 },
  ]);
});

test.each([
  [7, 'hour', 168],
  [30, '3 hours', 240],
  [90, '12 hours', 180],
  [365, 'week', 53],
  [36_500, 'year', 100],
])('bars of %i days cover one %s each, at most 240 bars', (days, per, count) => {
  const made = barsOf([], histogram, { fromMs: 0, toMs: days * 24 * HOUR_MS });
  expect([made.per, made.bars.length]).toEqual([per, count]);
  expect(count).toBeLessThanOrEqual(240);
});

const bars = barsOf([], histogram, day);

test('a span covers whole bars in either order and stays within the range', () => {
  expect(spanOfBars(bars, 5, 3)).toEqual({ fromMs: 3 * HOUR_MS, toMs: 6 * HOUR_MS });
  expect(spanOfBars(bars, -4, 99)).toEqual(day);
});

test('moving a span keeps its width and stays within the range', () => {
  const span = { fromMs: 10 * HOUR_MS, toMs: 14 * HOUR_MS };
  expect(moveSpan(bars, span, 4 * HOUR_MS)).toEqual({ fromMs: 14 * HOUR_MS, toMs: 18 * HOUR_MS });
  expect(moveSpan(bars, span, 40 * HOUR_MS)).toEqual({ fromMs: 20 * HOUR_MS, toMs: 24 * HOUR_MS });
  expect(moveSpan(bars, span, -40 * HOUR_MS)).toEqual({ fromMs: 0, toMs: 4 * HOUR_MS });
});

test('an edge stops one bar before the other edge and at the end of the range', () => {
  const span = { fromMs: 10 * HOUR_MS, toMs: 14 * HOUR_MS };
  expect(moveEdge(bars, span, 'to', 2 * HOUR_MS).toMs).toBe(11 * HOUR_MS);
  expect(moveEdge(bars, span, 'to', 99 * HOUR_MS).toMs).toBe(24 * HOUR_MS);
  expect(moveEdge(bars, span, 'from', 20 * HOUR_MS).fromMs).toBe(13 * HOUR_MS);
  expect(moveEdge(bars, span, 'from', -1).fromMs).toBe(0);
});

test('the first span by keyboard is the last eighth until now', () => {
  expect(firstSpan(bars, 12.5 * HOUR_MS)).toEqual({ fromMs: 10 * HOUR_MS, toMs: 13 * HOUR_MS });
  expect(firstSpan(bars, 99 * HOUR_MS)).toEqual({ fromMs: 21 * HOUR_MS, toMs: 24 * HOUR_MS });
});
