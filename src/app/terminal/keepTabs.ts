import type { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import { parseSaved, toSaved } from '../../sessions/terminal/console/savedTabs.ts';
import { CONSOLE_PREFIX } from '../../lib/storageKeys.ts';
import { writeStorage } from '../../lib/writeStorage.ts';

/**
 * Brings the tabs back that this browser tab had before it was loaded again, and keeps them from now on, for this user
 * and cluster. Another window's tabs are only offered: its sessions may well be running there.
 */
export function keepTabs(model: ConsoleModel, user: string): void {
  const key = `${CONSOLE_PREFIX}${encodeURIComponent(user)}:${model.documents.get().homeCluster}`;
  const mine = parseSaved(sessionStorage.getItem(key));
  if (mine.length > 0) model.restore(mine);
  else model.lastTime.set(parseSaved(localStorage.getItem(key)));
  let written = '';
  const keep = () => {
    const saved = toSaved(model.documents.get(), model.isOver);
    const text = JSON.stringify(saved);
    if (text === written) return;
    written = text;
    writeStorage(sessionStorage, key, text);
    if (saved.length > 0) writeStorage(localStorage, key, text);
  };
  keep();
  model.documents.subscribe(keep);
  // What has ended meanwhile changed no tab.
  window.addEventListener('pagehide', keep);
}
