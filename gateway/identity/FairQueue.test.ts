import { expect, test } from 'vitest';
import { FairQueue, QueueFull } from './FairQueue.ts';

/** Work that the test ends, and the order in which it started. */
function bench(options = { concurrency: 1, waitingMax: 100 }) {
  const queue = new FairQueue(options);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (owner: string, name: string) =>
    queue.run(owner, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const settle = async () => {
    ends.shift()?.();
    await new Promise((done) => setImmediate(done));
  };
  return { run, begun, settle };
}

test('serves owners in turn, regardless of how many items each has queued', async () => {
  const { run, begun, settle } = bench();
  for (let n = 1; n <= 4; n += 1) void run('a', `a${n}`);
  void run('b', 'b1');
  void run('c', 'c1');
  for (let n = 0; n < 6; n += 1) await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

test('runs at most `concurrency` items at the same time and returns their results', async () => {
  const { run, begun, settle } = bench({ concurrency: 2, waitingMax: 10 });
  const results = ['x', 'y', 'z'].map((name) => run('a', name));
  await Promise.resolve();
  expect(begun).toEqual(['x', 'y']);
  await settle();
  expect(begun).toEqual(['x', 'y', 'z']);
  await settle();
  await settle();
  expect(await Promise.all(results)).toEqual(['x', 'y', 'z']);
});

test('starts the next item after one has failed', async () => {
  const queue = new FairQueue({ concurrency: 1, waitingMax: 10 });
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('a', () => Promise.resolve('next'))).toBe('next');
});

test('a full queue refuses the newest item of the owner with the most, not that of a new owner', async () => {
  const { run, begun, settle } = bench({ concurrency: 1, waitingMax: 3 });
  void run('a', 'a1');
  void run('a', 'a2');
  void run('a', 'a3');
  const last = run('a', 'a4');
  void run('b', 'b1');
  await expect(last).rejects.toThrow(QueueFull);
  for (let n = 0; n < 4; n += 1) await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});
