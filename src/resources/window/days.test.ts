import { expect, test } from 'vitest';
import { daysOf } from './days.ts';

const row = (id: string, time: unknown) => ({ id, time });

test('names each day above its first row, in the selected time zone', () => {
  const rows = [
    row('a', new Date('2026-11-21T00:30:00Z')),
    row('b', new Date('2026-11-21T00:10:00Z')),
    row('c', new Date('2026-11-20T23:50:00Z')),
  ];
  expect([...daysOf(rows, 'time', 'utc')]).toEqual([
    [0, 'Saturday 2026-11-21'],
    [2, 'Friday 2026-11-20'],
  ]);
});

test('a row without a time has no day heading', () => {
  expect(daysOf([row('a', 'Never'), row('b', new Date('x'))], 'time', 'utc').size).toBe(0);
});
