import { expect, test } from 'vitest';
import { firstSeen } from './firstSeen.ts';

const event = (id: string, time: string, address: string) => ({ id, time: new Date(time), address });
const asked = { source: 'address', by: 'time', zone: 'utc', now: new Date('2026-11-21T12:00:00Z') } as const;

const known = event('1', '2026-11-18T08:00:00Z', '10.0.0.1');
const yesterday = event('2', '2026-11-20T08:00:00Z', '10.0.0.2');
const early = event('3', '2026-11-21T05:39:00Z', '198.51.100.23');
const late = event('4', '2026-11-21T05:40:00Z', '198.51.100.23');
const rows = [late, early, yesterday, known];

test('reports a value as first seen when no earlier day has it', () => {
  expect(firstSeen(rows, late, asked)).toBe('first seen today');
  expect(firstSeen(rows, yesterday, asked)).toBe('first seen that day');
});

test('reports nothing for a value that an earlier day has', () => {
  const again = event('5', '2026-11-21T06:00:00Z', '10.0.0.1');
  expect(firstSeen([again, ...rows], again, asked)).toBeUndefined();
});

test('reports nothing without an earlier day, without a value or without a valid time', () => {
  expect(firstSeen([late, early], late, asked)).toBeUndefined();
  expect(firstSeen(rows, known, asked)).toBeUndefined();
  expect(firstSeen(rows, event('6', '2026-11-21T06:00:00Z', ''), asked)).toBeUndefined();
  expect(firstSeen(rows, event('7', 'never', '192.0.2.1'), asked)).toBeUndefined();
});
