import { whenIdle } from '../lib/work.ts';
import { frontDoor, type FrontDoor } from './frontDoor.ts';

/** The files of a new browser tab, by its first page. */
const FILES: Partial<Record<FrontDoor['page'], () => Promise<unknown>>> = {
  terminal: () => import('./terminal/openTerminal.tsx').then(({ loadTerminalParts }) => loadTerminalParts()),
  player: () => Promise.all([import('./player/openPlayerWindow.tsx'), import('./player/TerminalRecording.tsx')]),
};

/**
 * Terminals and recordings open in new browser tabs. Their files are prefetched when a link to one is hovered or
 * focused, as in a menu that has just opened, so that the new tab finds them in the browser's cache. Call it once per
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
    // The tab shows the failure.
    if (fetchFiles) whenIdle(() => void fetchFiles().catch(() => undefined));
  };
  document.addEventListener('pointerover', look);
  document.addEventListener('focusin', look);
}
