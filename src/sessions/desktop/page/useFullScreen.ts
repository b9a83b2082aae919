import { useEffect, useSyncExternalStore } from 'react';
import { toasts } from '../../../ui/toasts.ts';

declare global {
  interface Navigator {
    /** Chromium only: the page gets the keys of the browser and the system. */
    readonly keyboard?: { lock: () => Promise<void>; unlock: () => void };
  }
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Enters or leaves full screen. */
export function toggleFullScreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => toasts.show({ text: 'The browser did not allow the full screen', isWarning: true }));
}

/**
 * Whether the page is in full screen, and a function to toggle it. `capturesKeys`: also capture keys, if the browser
 * can.
 */
export function useFullScreen(capturesKeys: boolean): [isFull: boolean, toggle: () => void] {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  useEffect(() => {
    const lock = isFull && capturesKeys ? navigator.keyboard : undefined;
    if (!lock) return;
    // Some systems refuse: the keys then work as usual.
    lock.lock().catch(() => undefined);
    return () => lock.unlock();
  }, [isFull, capturesKeys]);
  return [isFull, toggleFullScreen];
}
