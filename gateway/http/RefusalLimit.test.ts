import { expect, test } from 'vitest';
import { RefusalLimit } from './RefusalLimit.ts';

test('allows each user thirty warnings per minute', () => {
  const limit = new RefusalLimit();
  const allowed = (user: string, nowMs: number) =>
    Array.from({ length: 100 }, () => limit.allows(user, nowMs)).filter(Boolean).length;
  expect(allowed('ann', 0)).toBe(30);
  expect(allowed('bob', 59_999)).toBe(30);
  expect(allowed('ann', 59_999)).toBe(0);
  expect(allowed('ann', 60_000)).toBe(30);
});
