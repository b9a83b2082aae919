import type { Dispose } from '../../../lib/disposables.ts';
import type { DesktopMessageOf } from '../../../wire/desktop/messages.ts';

/** Shows the pointer that the server sends as the cursor of the element. Call the result to show the browser's own. */
export function pointerShapes(element: HTMLElement): {
  show: (shape: DesktopMessageOf<'pointerShape'>) => void;
  reset: Dispose;
} {
  let url: string | undefined;
  const set = (cursor: string, next?: string) => {
    element.style.cursor = cursor;
    if (url !== undefined) URL.revokeObjectURL(url);
    url = next;
  };
  return {
    show({ spotX, spotY, png }) {
      if (png.length === 0) return set('none');
      const next = URL.createObjectURL(new Blob([new Uint8Array(png)], { type: 'image/png' }));
      // Browsers take no pictures of more than 128 pixels: then it is their own arrow.
      set(`url(${next}) ${spotX} ${spotY}, default`, next);
    },
    reset: () => set(''),
  };
}
