import { expect, test } from 'vitest';
import { fromBase64, randomUuid } from './encoding.ts';
import { cpuClock } from '../../tests/support/cpuClock.ts';

test('an id has the form of a random UUID, and each is another', () => {
  const ids = Array.from({ length: 200 }, randomUuid);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a text of padding costs no time', () => {
  const ms = cpuClock();
  expect(fromBase64(`${'='.repeat(100_000)}x`)).toBeUndefined();
  expect(ms()).toBeLessThan(50);
});
