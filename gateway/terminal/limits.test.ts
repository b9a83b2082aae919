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

test('reports an idle participant once', () => {
  watch({ idleMs: 60_000 });
  vi.advanceTimersByTime(59_000);
  lastActiveMs = 59_000;
  vi.advanceTimersByTime(59_000);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(120_000);
  expect(lines).toEqual(['idle for 1m0s']);
});

test('reports an expired sign-in despite activity', () => {
  watch({ idleMs: 60_000, untilMs: 90_000 });
  for (lastActiveMs = 0; lastActiveMs < 120_000; lastActiveMs += 30_000) vi.advanceTimersByTime(30_000);
  expect(lines).toEqual(['the sign-in has expired']);
});

test('sets no timer without limits, and reports nothing once stopped', () => {
  watch({ idleMs: 0 });
  expect(clock.waiting()).toBe(0);
  watch({ idleMs: 1000 })();
  vi.advanceTimersByTime(5000);
  expect(lines).toEqual([]);
});

test('a limit of many weeks is not reported at once', () => {
  watch({ idleMs: 60 * 86_400_000 });
  vi.advanceTimersByTime(59 * 86_400_000);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(2 * 86_400_000);
  expect(lines).toHaveLength(1);
});

test('reports a participant who becomes idle after the clock was set back', () => {
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

test('reports a participant who is idle when the clock is set back', () => {
  vi.setSystemTime(10 * 3_600_000);
  lastActiveMs = Date.now();
  watch({ idleMs: 60_000 });
  vi.setSystemTime(0);
  vi.advanceTimersByTime(120_000);
  expect(lines).toHaveLength(1);
});
