import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { QueryRunner } from './QueryRunner.ts';
import { ResultQueue } from './ResultQueue.ts';

/** A statement that returns `sets` results without rows. */
function emptyResults(sets: number): ResultQueue {
  const results = new ResultQueue(() => undefined);
  for (let set = 0; set < sets; set++) {
    results.put({ kind: 'columns', columns: [{ name: 'a', type: 'int', kind: 'number' }] });
    results.put({ kind: 'complete' });
  }
  results.finish();
  return results;
}

const log = {
  query: () => Promise.resolve(),
  queryRefused: () => undefined,
  print: () => undefined,
  caughtUp: () => Promise.resolve(),
};

test.each([
  ['of a procedure', 'CALL many()', 1000],
  ['of statements', 'SELECT 1;'.repeat(1000), 1],
])('results without rows %s wait for a browser that does not read', async (_, sql, sets) => {
  const send = vi.fn<() => void>();
  const run = vi.fn(() => ({ results: emptyResults(sets), close: () => Promise.resolve() }));
  let resume: () => void = () => undefined;
  const reading = new Promise<void>((resolve) => (resume = resolve));
  const connection = { protocol: 'mysql', version: '', run, cancel: () => Promise.resolve(), close: () => undefined };
  const runner = new QueryRunner({ connection, readOnly: false, send, ready: () => reading, log } as never);
  runner.run({ id: 1, sql, rowLimit: 100 });
  await expect.poll(() => run.mock.calls.length).toBe(1);
  await sleep(20);
  expect(send).not.toHaveBeenCalled();
  resume();
  await expect.poll(() => send.mock.calls.length).toBe(2001); // columns and end of each, and the end of the run
});
