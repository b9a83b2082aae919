import { useSyncExternalStore } from 'react';

/** Below these widths the look changes (look §2). */
export const PHONE = '(max-width: 599px)';
export const NARROW = '(max-width: 1199px)';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = (onChange: () => void) => {
    const media = matchMedia(query);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  };
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
