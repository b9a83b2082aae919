import { describe, expect, test } from 'vitest';
import { network, RateLimit } from './rateLimit.ts';

const passed = (limit: RateLimit, address: string, tries: number): number => {
  let n = 0;
  for (let i = 0; i < tries; i += 1) {
    try {
      limit.take(address);
      n += 1;
    } catch {
      /* only the passed calls count */
    }
  }
  return n;
};

describe('the rate limit', () => {
  test('lets a burst of twenty pass and refuses the twenty-first', () => {
    const limit = new RateLimit(() => 0);
    expect(passed(limit, '192.0.2.1', 20)).toBe(20);
    expect(() => limit.take('192.0.2.1')).toThrow('max rate reached: retry-in 0s');
  });
  test('refills ten a minute and never beyond the burst', () => {
    let now = 0;
    const limit = new RateLimit(() => now);
    passed(limit, '192.0.2.1', 20);
    now = 30_000;
    expect(passed(limit, '192.0.2.1', 20)).toBe(5);
    now = 3_600_000;
    expect(passed(limit, '192.0.2.1', 40)).toBe(20);
  });
  test('counts each address separately', () => {
    const limit = new RateLimit(() => 0);
    passed(limit, '192.0.2.1', 30);
    expect(passed(limit, '192.0.2.2', 30)).toBe(20);
  });
  test('allows the burst of a new address after a flood of other addresses', () => {
    const limit = new RateLimit(() => 0);
    for (let i = 0; i < 50_000; i += 1) limit.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    expect(passed(limit, '192.0.2.9', 30)).toBe(20);
  });
  test('does not refill when the clock is set back', () => {
    let now = 60_000;
    const limit = new RateLimit(() => now);
    passed(limit, '192.0.2.1', 20);
    now = 0;
    expect(passed(limit, '192.0.2.1', 1)).toBe(0);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['64:ff9b::c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the network of %s is %s', (address, expected) => {
  expect(network(address)).toBe(expected);
});
