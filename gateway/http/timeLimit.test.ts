import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withTimeLimit } from './timeLimit.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('the time ends it, also after a collection of garbage', async () => {
  const signal = withTimeLimit(300, new AbortController().signal);
  for (let i = 0; i < 5; i++) {
    await sleep(20);
    collectGarbage();
  }
  await sleep(400);
  expect((signal.reason as Error).name).toBe('TimeoutError');
});

test('one of the others ends it with its own reason', () => {
  const stop = new AbortController();
  const signal = withTimeLimit(60_000, stop.signal);
  stop.abort(new Error('locked'));
  expect((signal.reason as Error).message).toBe('locked');
});
