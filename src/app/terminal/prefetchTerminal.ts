import { whenIdle } from '../../lib/work.ts';
import { frontDoor } from '../frontDoor.ts';

/**
 * A terminal opens in a browser tab of its own. Its files are fetched as soon as a link to one is pointed at or has the
 * focus, as in a menu that has just opened: the new tab then finds them in the browser's cache. Call it once per page.
 */
export function prefetchTerminal(): void {
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || frontDoor(link.pathname, link.search).page !== 'terminal') return;
    document.removeEventListener('pointerover', look);
    document.removeEventListener('focusin', look);
    whenIdle(fetchFiles);
  };
  document.addEventListener('pointerover', look);
  document.addEventListener('focusin', look);
}

/** A failure shows in the tab. */
const fetchFiles = (): void =>
  void import('./openTerminal.tsx').then(({ loadTerminalParts }) => loadTerminalParts()).catch(() => undefined);
