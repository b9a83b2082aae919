import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { boundsOf } from './rangeBounds.ts';
import { ticksOf } from './ticks.ts';

const { TZ } = process.env;
beforeAll(() => void (process.env['TZ'] = 'Europe/Vienna'));
afterAll(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

const labels = (range: Parameters<typeof boundsOf>[0], zone: 'local' | 'utc') =>
  ticksOf(boundsOf(range, '2026-11-26', zone), zone).map(({ label }) => label);

test('a day has ticks at hours in the selected time zone', () => {
  expect(labels('today', 'local')).toEqual(['00:00', '06:00', '12:00', '18:00']);
  // From 23:00 of the day before to 23:00.
  expect(labels('today', 'utc')).toEqual(['00:00', '06:00', '12:00', '18:00']);
  expect(ticksOf(boundsOf('today', '2026-11-26', 'utc'), 'utc')[0]?.atMs).toBe(Date.UTC(2026, 10, 26));
  expect(ticksOf(boundsOf('today', '2026-11-26', 'local'), 'local')[0]?.atMs).toBe(Date.UTC(2026, 10, 25, 23));
});

test.each(['2026-03-29', '2026-10-25'])('on %s clocks change, and the ticks are at local times', (day) => {
  const range = { first: day, last: day };
  expect(labels(range, 'local')).toEqual(['00:00', '06:00', '12:00', '18:00']);
  for (const { atMs, label } of ticksOf(boundsOf(range, day, 'local'), 'local'))
    expect(new Date(atMs).toLocaleTimeString('de-AT', { hour: '2-digit', minute: '2-digit' })).toBe(label);
});

test('a few days have their names as labels, many have their dates', () => {
  expect(labels({ first: '2026-10-24', last: '2026-10-26' }, 'local')).toEqual(['Sat 24', 'Sun 25', 'Mon 26']);
  expect(labels({ first: '2026-10-24', last: '2026-10-26' }, 'utc')).toEqual(['Sat 24', 'Sun 25', 'Mon 26']);
  expect(labels('30d', 'utc')).toEqual(['10-28', '11-01', '11-05', '11-09', '11-13', '11-17', '11-21', '11-25']);
});

test('computes the ticks of thousands of years fast', () => {
  const spentMs = cpuClock();
  expect(labels({ first: '0100-01-01', last: '9999-12-31' }, 'local').length).toBeLessThanOrEqual(9);
  expect(spentMs()).toBeLessThan(100);
});
