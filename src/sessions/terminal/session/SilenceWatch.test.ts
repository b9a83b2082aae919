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

test('keys that are answered within three seconds cost no call', async () => {
  const silence = watch();
  silence.typed();
  await pass(2900);
  silence.onActivity();
  await pass(60_000);
  expect(calls).toHaveLength(0);
});

test('keys without an answer ask the server once; one that answers is believed', async () => {
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
  ['fails in another way', () => Promise.reject(new Error('odd')), 3000],
  ['never answers', () => never, 8000],
])('a server that %s makes it dead', async (_, reach, afterMs) => {
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

test('an answer of the shell that comes late ends the call', async () => {
  answer = never;
  const silence = watch();
  silence.typed();
  await pass(4000);
  silence.onActivity();
  expect(calls[0]?.aborted).toBe(true);
  await pass(60_000);
  expect(onDead).not.toHaveBeenCalled();
});

test('after a sleep three seconds of silence are enough; one word from the server ends the doubt', async () => {
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

test('who only watches has lost a server that reported and then says nothing for 15 seconds', async () => {
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

test('where keys are taken, a server that reports no more is called before it counts as lost, again and again', async () => {
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

test('a connection that was left is not watched', async () => {
  const silence = watch(false);
  silence.onActivity(true);
  silence.stop();
  await pass(60_000);
  expect(onDead).not.toHaveBeenCalled();
});
