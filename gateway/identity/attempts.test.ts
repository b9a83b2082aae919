import { beforeEach, expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { LockoutStore } from '../store/lockouts.ts';
import { Attempts } from './attempts.ts';

let now = 0;
let lockouts: LockoutStore;
let attempts: Attempts;
beforeEach(() => {
  now = 1e12;
  const stores = memoryStores();
  lockouts = stores.lockouts;
  attempts = new Attempts({ ...stores, now: () => now });
});
const tries = (n: number) => Array.from({ length: n }, () => attempts.begin('ann'));

test('accepts five failures of a user and refuses the sixth attempt, and does not affect other users', () => {
  expect(tries(6)).toEqual([true, true, true, true, true, false]);
  expect(attempts.begin('bob')).toBe(true);
});

test('a success resets the count of failures', () => {
  tries(4);
  attempts.succeeded('ann');
  expect(tries(6)).toEqual([true, true, true, true, true, false]);
});

test('the lockout ends after twenty minutes and resets the count', () => {
  tries(6);
  now += 20 * 60_000 - 1;
  expect(attempts.begin('ann')).toBe(false);
  now += 1;
  expect(tries(6)).toEqual([true, true, true, true, true, false]);
});

test('failures older than half an hour do not count', () => {
  tries(4);
  now += 30 * 60_000 + 1;
  expect(tries(5).every(Boolean)).toBe(true);
});

test('attempts during the lockout do not prolong it', () => {
  tries(5);
  now += 19 * 60_000;
  attempts.begin('ann');
  now += 60_000;
  expect(attempts.begin('ann')).toBe(true);
});

test('a withdrawn attempt does not change the count', () => {
  tries(4);
  for (let i = 0; i < 10; i += 1) {
    expect(attempts.begin('ann')).toBe(true);
    attempts.withdraw('ann');
  }
  expect(tries(2)).toEqual([true, false]);
});

test('entries are removed after half an hour without attempts, but a lockout stays until its end', () => {
  tries(1);
  now += 30 * 60_000;
  for (let i = 0; i < 5; i += 1) attempts.begin('bob');
  expect(lockouts.find('ann')).toBeDefined();
  now += 1;
  attempts.begin('carol');
  expect(lockouts.find('ann')).toBeUndefined();
  expect(lockouts.find('bob')).toMatchObject({ failures: 5 });
});

test('a user name may be any text', () => {
  const name = `\0${'x'.repeat(100_000)}`;
  expect(attempts.begin(name)).toBe(true);
  attempts.succeeded(name);
  expect(lockouts.find(name)).toBeUndefined();
});

test('setting the clock back does not prolong a lockout', () => {
  tries(5);
  now -= 5 * 3_600_000;
  expect(attempts.isLocked('ann')).toBe(false);
  expect(tries(6)).toEqual([true, true, true, true, true, false]);
});
