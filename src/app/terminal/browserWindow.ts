import type { Clock } from '../../lib/clock.ts';
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

const TICK_MS = 5000;
/** Browsers wake a page that nobody looks at once a minute; a longer gap was a sleep. */
const SLEEP_MS = 90_000;

/** Tells when the machine has slept: time went by in which nothing ran. */
export function watchSleep(clock: Clock, onWake: () => void): void {
  let lastMs = clock.now();
  clock.every(TICK_MS, () => {
    const gapMs = clock.now() - lastMs;
    lastMs = clock.now();
    if (gapMs > SLEEP_MS) onWake();
  });
}
