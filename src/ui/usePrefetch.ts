import { useEffect, useState } from 'react';
import { whenIdle } from '../lib/work.ts';

/** Long enough for the first rows of a list, because a page that waits for its server is idle too. */
const FIRST_ROWS_MS = 1000;

/** True once the page is drawn and idle. */
export function usePageStands(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    let stop: () => void = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      stop = whenIdle(() => setStands(true));
    }, FIRST_ROWS_MS);
    return () => stop();
  }, []);
  return stands;
}

/**
 * Fetches a part that is needed later, once the page is idle. Pass the `fetch` of `lazyComponent`, which keeps its
 * identity.
 */
export function usePrefetch(fetch: () => Promise<void>, isWanted = true): void {
  const stands = usePageStands();
  useEffect(() => {
    if (stands && isWanted) void fetch();
  }, [fetch, isWanted, stands]);
}
