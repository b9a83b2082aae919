import { describe, expect, test } from 'vitest';
import { Random } from '../../tests/support/random.ts';
import { formatDurationText, parseDuration, parseGoDuration } from './duration.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  ['never', 0],
  ['0', 0],
  ['-0', 0],
  ['0s', 0],
  ['1h30m', 1.5 * HOUR],
  ['7d', 7 * DAY],
  ['1mo', 30 * DAY],
  ['1y', 365 * DAY],
  ['1y1mo1d1h1m1s1ms', 396 * DAY + HOUR + 61_001],
  ['1.5h', 1.5 * HOUR],
  ['.5s', 500],
  ['1.s', 1000],
  ['100us', 0.1],
  ['100µs', 0.1],
  ['100μs', 0.1],
  ['1ns', 1e-6],
  ['-2h', -2 * HOUR],
  ['+2h', 2 * HOUR],
  ['1m1m', 120_000],
])('parses %s in a document', (text, ms) => expect(parseDuration(text)).toEqual({ ok: true, ms }));

describe('refuses with a message', () => {
  test.each([
    ['', 'time: invalid duration ""'],
    ['-', 'time: invalid duration "-"'],
    ['soon', 'time: invalid duration "soon"'],
    ['.', 'time: invalid duration "."'],
    ['.h', 'time: invalid duration ".h"'],
    ['5', 'time: missing unit in duration "5"'],
    ['1h30', 'time: missing unit in duration "1h30"'],
    ['3x', 'time: unknown unit "x" in duration "3x"'],
    ['3constructor', 'time: unknown unit "constructor" in duration "3constructor"'],
    ['1 h', 'time: unknown unit " h" in duration "1 h"'],
    ['1H', 'time: unknown unit "H" in duration "1H"'],
    ['--1h', 'time: invalid duration "--1h"'],
    ['1.2.3h', 'time: missing unit in duration "1.2.3h"'],
  ])('%j', (text, message) => expect(parseDuration(text)).toEqual({ ok: false, message, isTooLong: false }));

  test.each(['300y', '99999999999999999999999h'])('the overlong duration %j', (text) => {
    expect(parseDuration(text)).toEqual({ ok: false, message: `time: invalid duration "${text}"`, isTooLong: true });
  });
});

test('a Go duration has no days and no "never"', () => {
  expect(parseGoDuration('2h45m')).toEqual({ ok: true, ms: 2.75 * HOUR });
  const message = 'time: unknown unit "d" in duration "1d"';
  expect(parseGoDuration('1d')).toEqual({ ok: false, message, isTooLong: false });
  expect(parseGoDuration('never')).toMatchObject({ ok: false });
});

test.each([
  [30 * HOUR, '30h0m0s'],
  [8 * HOUR, '8h0m0s'],
  [5 * 60_000, '5m0s'],
  [1500, '1.5s'],
  [59_999, '59.999s'],
  [61_000, '1m1s'],
  [0, '0s'],
  [200, '200ms'],
  [1.5, '1.5ms'],
  [0.25, '250µs'],
  [1e-6, '1ns'],
  [-2 * HOUR, '-2h0m0s'],
  [999.9999999, '1s'],
])('formats %d ms as %s', (ms, text) => expect(formatDurationText(ms)).toBe(text));

test('a formatted duration is parsed to the same value', () => {
  const random = new Random(3);
  for (let i = 0; i < 2000; i++) {
    const ms = random.below(2 ** random.below(40)) + random.pick([0, 0.5, 0.001]);
    const back = parseDuration(formatDurationText(ms));
    expect(back.ok && Math.abs(back.ms - ms)).toBeLessThan(1e-5);
  }
});
