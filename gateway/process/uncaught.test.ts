import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { surviveErrors } from './uncaught.ts';

function scene() {
  const source = new EventEmitter();
  const reported: unknown[] = [];
  const seen = { nowMs: 0, ends: 0 };
  surviveErrors({
    report: (error) => reported.push(error),
    end: () => seen.ends++,
    now: () => seen.nowMs,
    source,
  });
  const fail = () => source.emit('uncaughtException', new Error('of one connection'));
  return { reported, seen, fail };
}

test('an uncaught error is reported and does not end the process', () => {
  const { reported, seen, fail } = scene();
  fail();
  expect([reported.length, seen.ends]).toEqual([1, 0]);
});

test('the twentieth error within a minute ends the process', () => {
  const { reported, seen, fail } = scene();
  for (let i = 0; i < 19; i++) fail();
  seen.nowMs = 60_000;
  for (let i = 0; i < 19; i++) fail();
  expect(seen.ends).toBe(0);
  fail();
  expect([reported.length, seen.ends]).toEqual([39, 1]);
});

test('errors from before the clock was set back count for at most a minute', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const source = new EventEmitter();
  let ends = 0;
  surviveErrors({ report: () => undefined, end: () => ends++, source });
  for (let i = 0; i < 19; i++) source.emit('uncaughtException', new Error('of one connection'));
  vi.setSystemTime(Date.now() - 86_400_000);
  vi.advanceTimersByTime(60_000);
  source.emit('uncaughtException', new Error('of one connection'));
  expect(ends).toBe(0);
});
