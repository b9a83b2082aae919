import type { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import { consolePath, parseConsoleAddress } from '../../sessions/terminal/console/consoleAddress.ts';
import { activeAddress } from '../../sessions/terminal/console/documents.ts';

/** Tabs replace the browser's history entry: back leads out of the terminal (screens §7.2). */
export function followAddress(model: ConsoleModel): void {
  const write = () => {
    const path = consolePath(activeAddress(model.documents.get()));
    if (path !== location.pathname + location.search) history.replaceState(null, '', path);
  };
  model.documents.subscribe(write);
  write();
  window.addEventListener('popstate', () => {
    const address = parseConsoleAddress(location);
    if (address) model.open(address);
  });
}

/** The browser asks before a page with a running session goes; a page that was signed out goes without (screens §7.4). */
export function guardLeaving(model: ConsoleModel, isSignedIn: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (isSignedIn() && model.hasActive()) event.preventDefault();
  });
}
