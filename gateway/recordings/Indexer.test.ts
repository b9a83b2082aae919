import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ThreadIndexer } from './Indexer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a thread that the system does not start is reported and tried again later', async () => {
  const failed = vi.fn();
  // Node throws, as if there were too many threads.
  const indexer = new ThreadIndexer('no path', '/nowhere', {
    keeping: () => ({ maxChars: 0, beforeMs: 0 }),
    running: () => [],
    failed,
  });
  indexer.look();
  indexer.look();
  expect(failed).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(failed).toHaveBeenCalledTimes(3);
  await indexer.close();
});
