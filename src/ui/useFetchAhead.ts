import { useEffect } from 'react';
import { whenIdle } from '../lib/whenIdle.ts';

/** Long enough for the first rows of a list. */
const PATIENCE_MS = 2000;

/**
 * Fetches a part that is wanted later, once the page has nothing else to do. A failure is told when the part is needed.
 * `fetch` keeps its identity: `const { fetch } = prefetched(…)`.
 */
export function useFetchAhead(fetch: () => Promise<unknown>, isWanted = true): void {
  useEffect(
    () => (isWanted ? whenIdle(() => void fetch().catch(() => undefined), PATIENCE_MS) : undefined),
    [fetch, isWanted],
  );
}
