import type { Dispose } from './disposables.ts';

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
