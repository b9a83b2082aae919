import { useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router-dom';
import { askBeforeUnload } from '../lib/askBeforeUnload.ts';

/**
 * Asks before the user leaves a page and would lose something: unsaved text, a running command. A sign-out does not
 * ask, because text is stored as a draft by then, and the screen must be cleared.
 */
export function useLeaveGuard(holds: () => boolean): Blocker {
  useEffect(() => askBeforeUnload(holds), [holds]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => holds() && currentLocation.pathname !== nextLocation.pathname,
  );
}
