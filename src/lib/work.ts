// Work that newer work supersedes, work in slices, and work for idle time.
import type { Dispose } from './disposables.ts';

/**
 * Runs `task` for the newest arguments only: each call aborts the run before it through its signal. The promise of a
 * superseded run rejects with the signal's reason. Callers recognize that with `isAbort`.
 */
export function latestWins<A extends unknown[], R>(task: (signal: AbortSignal, ...args: A) => Promise<R>) {
  let current: AbortController | undefined;
  const run = async (...args: A): Promise<R> => {
    current?.abort();
    const controller = (current = new AbortController());
    const result = await task(controller.signal, ...args);
    controller.signal.throwIfAborted();
    return result;
  };
  const cancel = () => current?.abort();
  return { run, cancel };
}

/** True for the error of an aborted fetch or a superseded run. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Shorter than a frame, so that scrolling and typing continue between two slices. */
const SLICE_MS = 8;

/** Works through many items without blocking the page. Rejects with the signal's reason when it is aborted. */
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

/** For browsers that do not report when they are idle. */
const PATIENCE_MS = 300;
/** A background tab may never be reported as idle. */
const IDLE_MAX_MS = 2000;

/**
 * Runs once when the page is idle, after two seconds at the latest. In a browser that does not report idle time, it runs
 * after `patienceMs`.
 */
export function whenIdle(run: () => void, patienceMs = PATIENCE_MS): Dispose {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, patienceMs);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: IDLE_MAX_MS });
  return () => cancelIdleCallback(id);
}
