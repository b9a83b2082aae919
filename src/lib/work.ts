// Work that is given up for newer work, is done in slices, or waits for a quiet moment.
import type { Dispose } from './disposables.ts';

/**
 * Runs `task` for the newest arguments only: a new call aborts the run before it through its signal.
 * The promise of a superseded run rejects with the signal's reason; callers ignore it by `isAbort`.
 */
export function latestWins<A extends unknown[], R>(task: (signal: AbortSignal, ...args: A) => Promise<R>) {
  let current: AbortController | undefined;
  const run = async (...args: A): Promise<R> => {
    current?.abort();
    const mine = (current = new AbortController());
    const result = await task(mine.signal, ...args);
    mine.signal.throwIfAborted();
    return result;
  };
  const cancel = () => current?.abort();
  return { run, cancel };
}

/** True for the error of an aborted fetch or a superseded run. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Shorter than a frame, so that scrolling and typing go on between two slices. */
const SLICE_MS = 8;

/** Works through many items without holding up the page. Rejects with the signal's reason when it is aborted. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void, signal: AbortSignal): Promise<void> {
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    signal.throwIfAborted();
    work(item);
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted(); // before the next item is made
    until = performance.now() + SLICE_MS;
  }
}

/** For a browser that cannot tell when it is idle. */
const PATIENCE_MS = 300;
/** A tab behind another one may never be called idle. */
const IDLE_MAX_MS = 2000;

/**
 * Runs once when the page has nothing else to do, and after two seconds at the latest; after `patienceMs` in a browser
 * that cannot tell.
 */
export function whenIdle(run: () => void, patienceMs = PATIENCE_MS): Dispose {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, patienceMs);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: IDLE_MAX_MS });
  return () => cancelIdleCallback(id);
}
