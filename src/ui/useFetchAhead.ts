import { useEffect } from 'react';
import { whenIdle } from '../lib/whenIdle.ts';

/** Long enough for the first rows of a list: a page that waits for its server is idle too. */
export const FIRST_ROWS_MS = 1000;

/**
 * Fetches a part that is wanted later, once the page stands and has nothing else to do. A failure is told when the part
 * is needed. `fetch` keeps its identity: `prefetched(…).fetch`.
 */
export function useFetchAhead(fetch: () => Promise<unknown>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    let stop: () => void = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      stop = whenIdle(() => void fetch().catch(() => undefined));
    }, FIRST_ROWS_MS);
    return () => stop();
  }, [fetch, isWanted]);
}
