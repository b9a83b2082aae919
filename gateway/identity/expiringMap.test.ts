import { expect, test } from 'vitest';
import { ExpiringMap } from './expiringMap.ts';

const at = { ms: 0 };
const make = () => new ExpiringMap<string>({ ttlMs: 1000, capacity: 2, now: () => at.ms });

test('returns a value until it expires', () => {
  at.ms = 0;
  const map = make();
  map.set('a', 'one');
  at.ms = 999;
  expect(map.get('a')).toBe('one');
  at.ms = 1000;
  expect(map.get('a')).toBeUndefined();
});

test('`take` removes the value', () => {
  const map = make();
  map.set('a', 'one');
  expect(map.take('a')).toBe('one');
  expect(map.take('a')).toBeUndefined();
});

test('removes the oldest value above the capacity, and setting a key again makes it the newest', () => {
  const map = make();
  map.set('a', 'one');
  map.set('b', 'two');
  map.set('a', 'three');
  map.set('c', 'four');
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual(['three', undefined, 'four']);
});
