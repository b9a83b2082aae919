import { whenIdle } from '../lib/work.ts';
import { frontDoor, type FrontDoor } from './frontDoor.ts';

/** What a browser tab of its own needs, by the page that it opens with. */
const FILES: Partial<Record<FrontDoor['page'], () => Promise<unknown>>> = {
  terminal: () => import('./terminal/openTerminal.tsx').then(({ loadTerminalParts }) => loadTerminalParts()),
  player: () => Promise.all([import('./player/openPlayerWindow.tsx'), import('./player/TerminalRecording.tsx')]),
};

/**
 * Terminals and recordings open in a browser tab of their own. Its files are fetched as soon as a link to one is pointed at
 * or has the focus, as in a menu that has just opened: the new tab then finds them in the browser's cache. Call it once per
 * page.
 */
export function prefetchWindows(): void {
  const wanted = new Map(Object.entries(FILES));
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== location.origin) return;
    const { page } = frontDoor(link.pathname, link.search);
    const fetchFiles = wanted.get(page);
    wanted.delete(page);
    // A failure shows in the tab.
    if (fetchFiles) whenIdle(() => void fetchFiles().catch(() => undefined));
  };
  document.addEventListener('pointerover', look);
  document.addEventListener('focusin', look);
}
