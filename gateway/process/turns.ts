import { setImmediate } from 'node:timers/promises';

/** How long one call works before the others have their turn. */
const SLICE_MS = 8;

let lastTurn: Promise<unknown> = Promise.resolve();

/** At most one slice of all calls runs between two looks at what else is to be done. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** Does the work for each item without holding up the event loop, however many there are and however many calls do it. */
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
