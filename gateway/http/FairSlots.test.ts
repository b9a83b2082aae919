import { expect, test } from 'vitest';
import { FairSlots } from './FairSlots.ts';

function taking(max = { total: 6, perNetwork: 4 }) {
  const slots = new FairSlots(max);
  const dropped: string[] = [];
  const take = (address: string, name: string, busy = false) =>
    slots.take(
      address,
      () => dropped.push(name),
      () => busy,
    );
  return { slots, dropped, take };
}

test('a network above its limit drops its own oldest slots', () => {
  const { dropped, take } = taking();
  take('192.0.2.1', 'other');
  for (let n = 1; n <= 6; n += 1) take('198.51.100.1', `a${n}`);
  expect(dropped).toEqual(['a1', 'a2']);
});

test('above the total limit, the network with the most slots drops its oldest', () => {
  const { slots, dropped, take } = taking();
  take('192.0.2.1', 'b1');
  for (let n = 1; n <= 4; n += 1) take('198.51.100.1', `a${n}`);
  take('192.0.2.2', 'c1');
  take('192.0.2.3', 'd1');
  take('192.0.2.4', 'e1');
  expect(dropped).toEqual(['a1', 'a2']);
  expect(slots.heldCount).toBe(6);
});

test('busy slots are dropped last', () => {
  const { dropped, take } = taking({ total: 10, perNetwork: 2 });
  take('192.0.2.1', 'busy', true);
  take('192.0.2.1', 'idle');
  take('192.0.2.1', 'busy too', true);
  take('192.0.2.1', 'last');
  expect(dropped).toEqual(['idle', 'busy']);
});

test('a release frees its slot once', () => {
  const { slots, dropped, take } = taking({ total: 2, perNetwork: 2 });
  const release = take('192.0.2.1', 'a1');
  take('192.0.2.1', 'a2');
  release();
  release();
  expect(slots.heldCount).toBe(1);
  take('192.0.2.1', 'a3');
  expect(dropped).toEqual([]);
});

test('a network without slots is removed, and an IPv6 prefix of 64 bits is one network', () => {
  const { slots, dropped, take } = taking({ total: 10, perNetwork: 1 });
  take('2001:db8:1:2::1', 'a1')();
  take('2001:db8:1:2::1', 'a2');
  take('2001:db8:1:2::2', 'a3');
  expect(dropped).toEqual(['a2']);
  expect(slots.heldCount).toBe(1);
});
