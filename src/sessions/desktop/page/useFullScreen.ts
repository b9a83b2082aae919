import { useEffect, useSyncExternalStore } from 'react';
import { toasts } from '../../../ui/toasts.ts';

declare global {
  interface Navigator {
    /** Chromium only: keys of the browser and the system go to the page. */
    readonly keyboard?: { lock: () => Promise<void>; unlock: () => void };
  }
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** The page gets the whole screen, or gives it back. */
export function toggleFullScreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => toasts.show({ text: 'The browser did not allow the full screen' }));
}

/** Whether the page has the whole screen, and how to change that. `capturesKeys`: also its keys, where a browser can. */
export function useFullScreen(capturesKeys: boolean): [isFull: boolean, toggle: () => void] {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  useEffect(() => {
    const lock = isFull && capturesKeys ? navigator.keyboard : undefined;
    if (!lock) return;
    // Some systems refuse: the keys are then as they always are.
    lock.lock().catch(() => undefined);
    return () => lock.unlock();
  }, [isFull, capturesKeys]);
  return [isFull, toggleFullScreen];
}
