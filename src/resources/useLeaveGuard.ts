import { useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router-dom';
import { leaving } from '../lib/leaving.ts';

/**
 * Asks before a page is left on which something is open that would be lost: words that are not saved, a command that
 * runs. A session that ends is not stopped by a question: words are a draft by then, and what is on the screen must
 * not stay.
 */
export function useLeaveGuard(holds: () => boolean): Blocker {
  useEffect(() => {
    let hasToGo = false;
    const offLeaving = leaving.subscribe(() => (hasToGo = true));
    const ask = (event: BeforeUnloadEvent) => {
      if (holds() && !hasToGo) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      offLeaving();
      window.removeEventListener('beforeunload', ask);
    };
  }, [holds]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => holds() && currentLocation.pathname !== nextLocation.pathname,
  );
}
