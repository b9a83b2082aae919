import type { Dispose } from '../lib/disposables.ts';

/** For browsers that do not tell when they are idle: long enough for the first rows. */
const PATIENCE_MS = 2000;

/** Runs once when the page has nothing else to do. */
export function whenIdle(run: () => void): Dispose {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, PATIENCE_MS);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run);
  return () => cancelIdleCallback(id);
}
