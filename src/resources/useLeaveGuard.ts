import { useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router-dom';
import { askBeforeUnload } from '../lib/askBeforeUnload.ts';

/**
 * Asks before a page is left on which something is open that would be lost: words that are not saved, a command that
 * runs. At a sign-out nobody is asked: words are a draft by then, and what is on the screen must not stay.
 */
export function useLeaveGuard(holds: () => boolean): Blocker {
  useEffect(() => askBeforeUnload(holds), [holds]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => holds() && currentLocation.pathname !== nextLocation.pathname,
  );
}
