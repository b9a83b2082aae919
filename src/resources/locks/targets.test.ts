import { expect, test } from 'vitest';
import { endLabel, readLife, withTargets } from './targets.ts';

test.each([
  ['', '', undefined],
  [' never ', '', undefined],
  ['2h45m', '2h45m0s', 9_900_000],
  ['7d', '168h0m0s', 604_800_000],
  ['90s', '1m30s', 90_000],
])('%j is sent as %j', (text, ttl, ms) => expect(readLife(text)).toEqual({ ok: true, ttl, ms }));

test.each(['soon', '5', '-1h', '0', '1x'])('%j is refused before it is sent', (text) =>
  expect(readLife(text).ok).toBe(false),
);

test('the end of a lock is told by the clock, with the day where it is another', () => {
  const now = Date.parse('2030-05-05T14:26:30Z');
  expect(endLabel(9_900_000, now, 'utc')).toBe('at 17:11:30 today');
  expect(endLabel(86_400_000, now, 'utc')).toBe('at 2030-05-06 14:26:30');
  expect(endLabel(undefined, now, 'utc')).toBe('Empty means never');
  expect(endLabel(9e15, now, 'utc')).toBe('That is as good as never');
});

test('a thing is chosen once', () => {
  const dave = { kind: 'user', value: 'dave' } as const;
  expect(
    withTargets(
      [dave],
      [
        { ...dave, label: 'Dave' },
        { kind: 'login', value: 'dave' },
      ],
    ),
  ).toEqual([dave, { kind: 'login', value: 'dave' }]);
});
