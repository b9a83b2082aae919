import { expect, test } from 'vitest';
import { fromBase64, randomUuid } from './encoding.ts';
import { cpuClock } from '../../tests/support/cpuClock.ts';

test('generates unique version 4 UUIDs', () => {
  const ids = Array.from({ length: 200 }, randomUuid);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('rejects a long text of padding fast', () => {
  const ms = cpuClock();
  expect(fromBase64(`${'='.repeat(100_000)}x`)).toBeUndefined();
  expect(ms()).toBeLessThan(50);
});
