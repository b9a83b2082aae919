import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { SilenceWatch } from './SilenceWatch.ts';

/** The result of a plain request to the server. */
let answer: Promise<boolean>;
let calls: AbortSignal[];
const onDead = vi.fn();
const watch = (mayPause = true) =>
  new SilenceWatch({
    clock: systemClock,
    mayPause: () => mayPause,
    pingServer: (signal) => {
      calls.push(signal);
      return answer;
    },
    onDead,
  });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const never = new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  onDead.mockClear();
  calls = [];
  answer = Promise.resolve(true);
});
afterEach(() => vi.useRealTimers());

test('sends no request if the keys are answered within three seconds', async () => {
  const silence = watch();
  silence.typed();
  await pass(2900);
  silence.onActivity();
  await pass(60_000);
  expect(calls).toHaveLength(0);
});

test('sends one request for unanswered keys, and keeps the connection if the server responds', async () => {
  const silence = watch();
  silence.typed();
  silence.typed();
  await pass(60_000);
  expect(calls).toHaveLength(1);
  expect(onDead).not.toHaveBeenCalled();
  silence.typed();
  await pass(3000);
  expect(calls).toHaveLength(2);
});

test.each([
  ['refuses connections', () => Promise.resolve(false), 3000],
  ['cannot be requested', () => Promise.reject(new Error('failed')), 3000],
  ['never answers', () => never, 8000],
])('reports a dead connection if the server %s', async (_, reach, afterMs) => {
  answer = reach();
  answer.catch(() => undefined);
  const silence = watch();
  silence.typed();
  await pass(afterMs - 1);
  expect(onDead).not.toHaveBeenCalled();
  await pass(1);
  expect(onDead).toHaveBeenCalledOnce();
  await pass(60_000);
  expect(onDead).toHaveBeenCalledOnce();
});

test('late output of the shell aborts the request', async () => {
  answer = never;
  const silence = watch();
  silence.typed();
  await pass(4000);
  silence.onActivity();
  expect(calls[0]?.aborted).toBe(true);
  await pass(60_000);
  expect(onDead).not.toHaveBeenCalled();
});

test('after a sleep, reports a dead connection on three seconds of silence without a request', async () => {
  const silence = watch();
  silence.doubt();
  await pass(60_000);
  expect(onDead).not.toHaveBeenCalled();
  silence.typed();
  await pass(3000);
  expect(onDead).toHaveBeenCalledOnce();
  expect(calls).toHaveLength(0);
  silence.onActivity();
  silence.typed();
  await pass(3000);
  expect(onDead).toHaveBeenCalledOnce();
});

test('without input, reports a dead connection 15 seconds after the last latency report', async () => {
  const silence = watch(false);
  silence.onActivity();
  await pass(60_000);
  silence.onActivity(true);
  await pass(14_999);
  silence.onActivity();
  await pass(14_999);
  expect(onDead).not.toHaveBeenCalled();
  await pass(1);
  expect(onDead.mock.calls).toEqual([[false]]);
  expect(calls).toHaveLength(0);
});

test('with input, sends a request for each missing report, and reports a dead connection if it fails', async () => {
  const silence = watch();
  silence.onActivity(true);
  await pass(60_000);
  expect([calls.length, onDead.mock.calls.length]).toEqual([4, 0]);
  answer = never;
  silence.onActivity();
  await pass(20_000);
  expect(onDead.mock.calls).toEqual([[false]]);
  expect(calls).toHaveLength(5);
});

test('stop ends the watch', async () => {
  const silence = watch(false);
  silence.onActivity(true);
  silence.stop();
  await pass(60_000);
  expect(onDead).not.toHaveBeenCalled();
});
