import { useEffect } from 'react';
import { leaving } from '../../lib/leaving.ts';

/** Keeps the draft at once when the sign-in ends, and when the page goes: a write may still be due. */
export function useKeepOnLeaving({ keepNow }: { keepNow: () => void }): void {
  useEffect(() => {
    const offLeaving = leaving.subscribe(keepNow);
    window.addEventListener('pagehide', keepNow);
    return () => {
      offLeaving();
      window.removeEventListener('pagehide', keepNow);
    };
  }, [keepNow]);
}
