import { expect, onTestFinished, test, vi } from 'vitest';
import { readRange, readSpan, rangeParams, spanText, type Range } from './range.ts';
import { boundsOf, isInSpan, rangeAround } from './rangeBounds.ts';

const addressOf = (range: Range): URLSearchParams => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(rangeParams(range))) if (value !== undefined) params.set(name, value);
  return params;
};

const midnight = (year: number, month: number, day: number): number => new Date(year, month - 1, day).getTime();

test('a range covers whole days from midnight to midnight', () => {
  expect(boundsOf('today', '2026-11-21', 'local')).toEqual({
    fromMs: midnight(2026, 11, 21),
    toMs: midnight(2026, 11, 22),
  });
  expect(boundsOf('7d', '2026-11-21', 'local').fromMs).toBe(midnight(2026, 11, 15));
  expect(boundsOf('30d', '2026-03-01', 'local').fromMs).toBe(midnight(2026, 1, 31));
  expect(boundsOf({ first: '2026-02-27', last: '2026-03-01' }, '2026-11-21', 'local')).toEqual({
    fromMs: midnight(2026, 2, 27),
    toMs: midnight(2026, 3, 2),
  });
});

test('days are those of the selected time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  onTestFinished(() => void vi.unstubAllEnvs());
  const day = { first: '2026-11-20', last: '2026-11-20' };
  expect(spanText(boundsOf(day, '2026-11-26', 'utc'))).toBe('2026-11-20T00:00:00Z..2026-11-21T00:00:00Z');
  expect(spanText(boundsOf(day, '2026-11-26', 'local'))).toBe('2026-11-19T11:00:00Z..2026-11-20T11:00:00Z');
  expect(spanText(boundsOf('7d', '2026-11-26', 'utc'))).toBe('2026-11-20T00:00:00Z..2026-11-27T00:00:00Z');
});

test.each<Range>(['today', '7d', '30d', { first: '2026-01-01', last: '2026-01-03' }])(
  'a range survives a round trip through the address: %j',
  (range) => {
    expect(readRange(addressOf(range))).toEqual(range);
  },
);

test.each(['range=1y', 'from=2026-02-30&to=2026-03-01', 'from=2026-03-02&to=2026-03-01', 'from=x', 'to=2026-03-01'])(
  'an invalid range in the address becomes today: %s',
  (address) => {
    expect(readRange(new URLSearchParams(address))).toBe('today');
  },
);

test('a span survives a round trip through its text, and invalid texts are rejected', () => {
  const span = { fromMs: Date.UTC(2026, 10, 20, 2), toMs: Date.UTC(2026, 10, 21, 5) };
  expect(spanText(span)).toBe('2026-11-20T02:00:00Z..2026-11-21T05:00:00Z');
  expect(readSpan(spanText(span))).toEqual(span);
  for (const text of ['', '..', 'a..b', spanText({ fromMs: 2, toMs: 1 }), '2026-11-20..2026-11-21'])
    expect(readSpan(text)).toBeUndefined();
});

test('a span includes its start and excludes its end', () => {
  const span = { fromMs: 1000, toMs: 2000 };
  expect([999, 1000, 1999, 2000].map((ms) => isInSpan(span, new Date(ms)))).toEqual([false, true, true, false]);
  expect(isInSpan(span, 'Never')).toBe(false);
});

test('a range without the selected span becomes the days of the span in the time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  onTestFinished(() => void vi.unstubAllEnvs());
  const part = readSpan('2026-11-20T08:00:00Z..2026-11-20T12:00:00Z');
  expect(rangeAround('today', undefined, '2026-11-21', 'utc')).toBe('today');
  expect(rangeAround('today', part, '2026-11-20', 'utc')).toBe('today');
  expect(rangeAround('7d', part, '2026-11-26', 'utc')).toBe('7d');
  const day = { first: '2026-11-20', last: '2026-11-20' };
  for (const range of ['today', '7d'] as const) expect(rangeAround(range, part, '2026-11-27', 'utc')).toEqual(day);
  expect(rangeAround('today', part, '2026-11-20', 'local')).toEqual({ first: '2026-11-20', last: '2026-11-21' });
});
