import { useCallback, useSyncExternalStore } from 'react';

/** The layout changes below these widths. */
export const PHONE = '(max-width: 599px)';
export const NARROW = '(max-width: 1199px)';
/** The opposite of `NARROW`. */
export const FULL = '(min-width: 1200px)';

/** True while the media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
