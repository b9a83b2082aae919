import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import type { Blocker } from 'react-router-dom';
import { leaving } from '../../lib/leaving.ts';

/**
 * Asks before a page with unsaved words is left. A session that ends is not stopped by a question: the words are a
 * draft by then, and what is on the screen must not stay.
 */
export function useLeaveGuard(isChanged: () => boolean): Blocker {
  useEffect(() => {
    let hasToGo = false;
    const offLeaving = leaving.subscribe(() => (hasToGo = true));
    const ask = (event: BeforeUnloadEvent) => {
      if (isChanged() && !hasToGo) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      offLeaving();
      window.removeEventListener('beforeunload', ask);
    };
  }, [isChanged]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => isChanged() && currentLocation.pathname !== nextLocation.pathname,
  );
}
