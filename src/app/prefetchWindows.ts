import { whenIdle } from '../lib/work.ts';
import { frontDoor, type FrontDoor } from './frontDoor.ts';

type Files = Partial<Record<FrontDoor['page'], () => Promise<unknown>>>;

/** The files of a new browser tab, by its first page. */
const FILES: Files = {
  terminal: () => import('./terminal/openTerminal.tsx').then(({ loadTerminalParts }) => loadTerminalParts()),
  player: () => Promise.all([import('./player/openPlayerWindow.tsx'), import('./player/TerminalRecording.tsx')]),
};

/** If the user follows the link within this time, nothing is prefetched: it would only slow down the new tab. */
const PAUSE_MS = 250;

/**
 * Terminals and recordings open in new browser tabs. Their files are prefetched when a link to one is hovered or
 * focused, as in a menu that has just opened, so that the new tab finds them in the browser's cache. Call it once per
 * page.
 */
export function prefetchWindows(files = FILES): void {
  const unread = new Map(Object.entries(files));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pageOf = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    return link?.origin === location.origin ? frontDoor(link.pathname, link.search).page : undefined;
  };
  const plan = (event: Event) => {
    const page = pageOf(event);
    const fetchFiles = page && unread.get(page);
    if (!fetchFiles) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      unread.delete(page);
      // The tab shows the failure.
      whenIdle(() => void fetchFiles().catch(() => undefined));
    }, PAUSE_MS);
  };
  document.addEventListener('pointerover', plan);
  document.addEventListener('focusin', plan);
  document.addEventListener('click', (event) => {
    if (pageOf(event) !== undefined) clearTimeout(timer);
  });
}
