// The pool with threads that run JavaScript of the test instead of a task.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Task, TaskResult } from './runTask.ts';
import { ThreadPool, type PoolLimits } from './ThreadPool.ts';

const LIMITS: PoolLimits = { threads: 2, growAfterMs: 10, idleMs: 10_000, taskMs: 3000, waitingPerUser: 3 };
const THREAD = `
  const { spawnSync } = require('node:child_process');
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', ({ input }) => {
    if (input === 'crash') throw new Error('crashed');
    if (input === 'block') spawnSync('sh', ['-c', 'sleep 6; touch "$1"', 'sh', __dirname + '/over']);
    for (const end = performance.now() + input; performance.now() < end; );
    parentPort.postMessage({ kind: 'value', value: threadId });
  });`;

let folder: string;
let pool: ThreadPool;
const data = () => ({ dataDir: folder, settings: { clusterName: '', publicUrl: '', hostId: '' } });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-threads-'));
  writeFileSync(join(folder, 'thread.cjs'), THREAD);
  pool = new ThreadPool(join(folder, 'thread.cjs'), data(), LIMITS);
});
afterEach(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

type Work = number | 'crash' | 'block';
const busy = (ms: Work): Task => ({ name: 'parseText', input: ms });
const run = (user: string, ms: Work, signal?: AbortSignal): Promise<TaskResult> =>
  pool.run(busy(ms), { user, ...(signal && { signal }) });

test('a user has one thread, and another user gets a second', async () => {
  const own = await Promise.all([run('ann', 60), run('ann', 60), run('ann', 1)]);
  expect(new Set(own.map((result) => JSON.stringify(result))).size).toBe(1);
  const [a, b] = await Promise.all([run('ann', 200), run('bob', 200)]);
  expect(a).not.toEqual(b);
});

test('an idle thread ends, and another one starts on warm-up or with the next task', async () => {
  const short = new ThreadPool(join(folder, 'thread.cjs'), data(), { ...LIMITS, idleMs: 400 });
  const idOf = async () => JSON.stringify(await short.run(busy(1), { user: 'ann' }));
  const first = await idOf();
  expect(await idOf()).toBe(first); // work keeps it alive
  await delay(100);
  expect(await idOf()).toBe(first);
  await delay(1000);
  const second = await idOf();
  expect(second).not.toBe(first);
  await delay(1000);
  const startMs = performance.now();
  short.warmUp();
  short.warmUp();
  expect(performance.now() - startMs).toBeLessThan(100);
  const third = await idOf();
  expect([first, second]).not.toContain(third);
  await short.close();
});

test('a task that takes too long is ended, and the next one runs', async () => {
  const startMs = performance.now();
  await expect(run('ann', 60_000)).rejects.toMatchObject({ status: 503 });
  expect(performance.now() - startMs).toBeLessThan(15_000);
  await expect(run('ann', 1)).resolves.toMatchObject({ kind: 'value' });
});

test('a thread that cannot be ended delays only its own user', async () => {
  const next = expect(run('ann', 'block'))
    .rejects.toMatchObject({ status: 503 })
    .then(() => run('ann', 1));
  const others = [run('bob', 1), run('cy', 1)];
  await next;
  expect(existsSync(join(folder, 'over'))).toBe(true);
  await Promise.all(others);
});

test('a thread that crashes fails only its current task', async () => {
  const results = await Promise.allSettled([run('ann', 'crash'), run('ann', 1), run('bob', 1)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

test('limits the waiting tasks of each user', async () => {
  const first = run('ann', 100);
  const waiting = [run('ann', 1), run('ann', 1), run('ann', 1)];
  await expect(run('ann', 1)).rejects.toMatchObject({ status: 429 });
  await expect(run('bob', 1)).resolves.toMatchObject({ kind: 'value' });
  await Promise.all([first, ...waiting]);
});

test('a task that is aborted while it waits does not start', async () => {
  const gone = new AbortController();
  const first = run('ann', 100);
  const second = run('ann', 60_000, gone.signal);
  gone.abort();
  await expect(second).rejects.toMatchObject({ status: 503 });
  await first;
  await expect(run('ann', 1)).resolves.toMatchObject({ kind: 'value' });
});

test('closing the pool ends running and waiting tasks', async () => {
  const left = [run('ann', 60_000), run('ann', 1)];
  const settled = Promise.allSettled(left);
  await pool.close();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(run('ann', 1)).rejects.toMatchObject({ status: 503 });
});

test('refuses tasks at once if the system does not start a thread', async () => {
  const refusing = new ThreadPool('no path', data(), LIMITS); // Node throws, as if there were too many threads
  refusing.warmUp();
  for (let i = 0; i <= LIMITS.waitingPerUser; i++)
    await expect(refusing.run(busy(1), { user: 'ann' })).rejects.toMatchObject({ code: 'ERR_WORKER_PATH' });
  await refusing.close();
});
