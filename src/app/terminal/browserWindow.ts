import { askBeforeUnload } from '../../lib/askBeforeUnload.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import { textAt } from '../../lib/json.ts';
import { parseConsoleAddress, type ConsoleAddress } from '../../sessions/terminal/console/consoleAddress.ts';
import { consolePath, inMode } from '../../sessions/terminal/console/consolePath.ts';
import { activeAddress, activeMode } from '../../sessions/terminal/console/tabs.ts';

const keptMode = (): string | undefined => textAt(history.state, 'mode') || undefined;

/** With the mode that `followAddress` has kept beside it: a page that is loaded again takes part as before. */
export const asBefore = (address: ConsoleAddress): ConsoleAddress => inMode(address, keptMode());

/**
 * Tabs replace the browser's history entry: back leads out of the terminal (screens §7.2). The address of a session
 * does not say how it is taken part in (streams §3.11); the entry does.
 */
export function followAddress(model: ConsoleModel): void {
  const write = () => {
    const documents = model.documents.get();
    const path = consolePath(activeAddress(documents));
    const mode = activeMode(documents);
    if (path !== location.pathname + location.search || mode !== keptMode())
      history.replaceState(mode === undefined ? null : { mode }, '', path);
  };
  model.documents.subscribe(write);
  write();
  window.addEventListener('popstate', () => {
    const address = parseConsoleAddress(location);
    if (address) model.open(asBefore(address));
  });
}

/** The browser asks before a page with a running session goes; a page that was signed out goes without (screens §7.4). */
export const guardLeaving = (model: Pick<ConsoleModel, 'hasActive'>) => askBeforeUnload(() => model.hasActive());

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
