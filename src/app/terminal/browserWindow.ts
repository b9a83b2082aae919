import { askBeforeUnload } from '../../lib/askBeforeUnload.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import { textAt } from '../../lib/json.ts';
import { parseConsoleAddress, type ConsoleAddress } from '../../sessions/terminal/console/consoleAddress.ts';
import { consolePath, inMode } from '../../sessions/terminal/console/consolePath.ts';
import { activeAddress, activeMode } from '../../sessions/terminal/console/tabs.ts';

const keptMode = (): string | undefined => textAt(history.state, 'mode') || undefined;

/** With the mode that `followAddress` has stored beside it: a reloaded page keeps its participant mode. */
export const asBefore = (address: ConsoleAddress): ConsoleAddress => inMode(address, keptMode());

/**
 * Tabs replace the browser's history entry: Back leaves the terminal (screens §7.2). The address of a session does not
 * contain the participant mode (streams §3.11), but the history entry does.
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

/** The browser asks before it closes a page with an active session, but not after a sign-out (screens §7.4). */
export const guardLeaving = (model: Pick<ConsoleModel, 'hasActive'>) => askBeforeUnload(() => model.hasActive());

const TICK_MS = 5000;
/** Browsers wake a hidden page once a minute. A longer gap means that the machine slept. */
const SLEEP_MS = 90_000;

/** Reports when the machine has slept: time passed in which nothing ran. */
export function watchSleep(clock: Clock, onWake: () => void): void {
  let lastMs = clock.now();
  clock.every(TICK_MS, () => {
    const gapMs = clock.now() - lastMs;
    lastMs = clock.now();
    if (gapMs > SLEEP_MS) onWake();
  });
}
