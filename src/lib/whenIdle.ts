import type { Dispose } from './disposables.ts';

/** Runs once when the page has nothing else to do; after `patienceMs` in a browser that cannot tell. */
export function whenIdle(run: () => void, patienceMs: number): Dispose {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, patienceMs);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run);
  return () => cancelIdleCallback(id);
}
