import { beforeEach, expect, test, vi } from 'vitest';
import { countingClock } from '../../tests/support/countingClock.ts';
import { watchLimits, type Limits } from './limits.ts';

let clock: ReturnType<typeof countingClock>;
let lastActiveMs: number;
let lines: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  clock = countingClock();
  lastActiveMs = 0;
  lines = [];
  return () => vi.useRealTimers();
});
const watch = (limits: Limits) =>
  watchLimits(
    clock,
    limits,
    () => lastActiveMs,
    (reason) => lines.push(reason),
  );

test('whoever does nothing for too long is told of, once', () => {
  watch({ idleMs: 60_000 });
  vi.advanceTimersByTime(59_000);
  lastActiveMs = 59_000;
  vi.advanceTimersByTime(59_000);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(120_000);
  expect(lines).toEqual(['idle for 1m0s']);
});

test('a sign-in ends in spite of all activity', () => {
  watch({ idleMs: 60_000, untilMs: 90_000 });
  for (lastActiveMs = 0; lastActiveMs < 120_000; lastActiveMs += 30_000) vi.advanceTimersByTime(30_000);
  expect(lines).toEqual(['the sign-in has expired']);
});

test('without limits nothing waits, and what was stopped says nothing', () => {
  watch({ idleMs: 0 });
  expect(clock.waiting()).toBe(0);
  watch({ idleMs: 1000 })();
  vi.advanceTimersByTime(5000);
  expect(lines).toEqual([]);
});

test('a limit of many weeks does not come at once', () => {
  watch({ idleMs: 60 * 86_400_000 });
  vi.advanceTimersByTime(59 * 86_400_000);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(2 * 86_400_000);
  expect(lines).toHaveLength(1);
});

test('a clock that is set back lets nobody stay for hours without activity', () => {
  vi.setSystemTime(10 * 3_600_000);
  lastActiveMs = Date.now();
  watch({ idleMs: 60_000 });
  vi.setSystemTime(0);
  vi.advanceTimersByTime(90_000);
  lastActiveMs = Date.now(); // activity by the new clock
  vi.advanceTimersByTime(59_000);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(61_000);
  expect(lines).toHaveLength(1);
});

test('nor does it where nothing is done any more', () => {
  vi.setSystemTime(10 * 3_600_000);
  lastActiveMs = Date.now();
  watch({ idleMs: 60_000 });
  vi.setSystemTime(0);
  vi.advanceTimersByTime(120_000);
  expect(lines).toHaveLength(1);
});
