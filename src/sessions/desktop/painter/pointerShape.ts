import type { Dispose } from '../../../lib/disposables.ts';
import type { DesktopMessageOf } from '../../../wire/desktop/messages.ts';

/** Shows the server's pointer shape as the cursor of the element. `reset` shows the browser's own. */
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
      // Browsers do not accept pictures of more than 128 pixels: the default arrow is shown then.
      set(`url(${next}) ${spotX} ${spotY}, default`, next);
    },
    reset: () => set(''),
  };
}
