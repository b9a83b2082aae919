import { setImmediate } from 'node:timers/promises';

/** How long one call works before other work runs. */
const SLICE_MS = 8;

/** The returned function resolves one of its calls in each turn of the event loop. */
export function createTurns(): () => Promise<unknown> {
  let lastTurn: Promise<unknown> = Promise.resolve();
  return () => (lastTurn = lastTurn.then(() => setImmediate()));
}

/** All calls together run at most one slice in each turn of the event loop. */
const nextTurn = createTurns();

/** Processes each item without blocking the event loop, for any number of items and calls. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  await nextTurn();
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    work(item);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
}
