import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { untilAborted, withTimeLimit } from './timeLimit.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('the signal aborts at the time limit, even after garbage collection', async () => {
  const signal = withTimeLimit(300, new AbortController().signal);
  for (let i = 0; i < 5; i++) {
    await sleep(20);
    collectGarbage();
  }
  await sleep(400);
  expect((signal.reason as Error).name).toBe('TimeoutError');
});

test('the signal aborts with another signal and has its reason', () => {
  const stop = new AbortController();
  const signal = withTimeLimit(60_000, stop.signal);
  stop.abort(new Error('locked'));
  expect((signal.reason as Error).message).toBe('locked');
  expect((withTimeLimit(60_000, new AbortController().signal, stop.signal).reason as Error).message).toBe('locked');
});

test('unfinished work is rejected when its signal aborts', async () => {
  const stop = new AbortController();
  expect(await untilAborted(Promise.resolve(1), stop.signal)).toBe(1);
  const left = untilAborted(new Promise(() => undefined), stop.signal);
  stop.abort(new Error('locked'));
  await expect(left).rejects.toThrow('locked');
  await expect(untilAborted(new Promise(() => undefined), stop.signal)).rejects.toThrow('locked');
});
