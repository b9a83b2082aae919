import { expect, test } from 'vitest';
import { inSlices } from './work.ts';

test('processes all items in order and yields in between', async () => {
  const done: number[] = [];
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const spin = (n: number) => {
    const end = performance.now() + 5;
    while (performance.now() < end);
    done.push(n);
  };
  await inSlices(
    Array.from({ length: 10 }, (_, n) => n),
    spin,
    new AbortController().signal,
  );
  clearInterval(timer);
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(turns).toBeGreaterThan(1);
});

test('stops when it is aborted', async () => {
  const stop = new AbortController();
  const done: number[] = [];
  const run = inSlices([1, 2, 3], (n) => (n === 2 ? stop.abort() : done.push(n)), stop.signal);
  await expect(run).rejects.toThrow();
  expect(done).toEqual([1]);
});
