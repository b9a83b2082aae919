import { fetchStatus, logout, renewSession } from '../api/auth.ts';
import { refused } from '../api/client.ts';
import { session } from '../api/session.ts';
import { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { systemClock } from '../lib/clock.ts';
import { leaving } from '../lib/leaving.ts';
import { leaveForLogin } from './leave.ts';
import { BASENAME } from './paths.ts';

/** Starts the keeper of the web session. Once per page. */
export function keepSession(): SessionKeeper {
  const keeper = new SessionKeeper({
    session,
    storage: localStorage,
    clock: systemClock,
    calls: { renew: renewSession, status: fetchStatus, logout },
    leave: leaveForLogin,
  });
  keeper.start(window);
  refused.subscribe(() => void keeper.probe());
  return keeper;
}

/** Reloads the console after another user has signed in. Unsaved text stays a draft of the user who typed it. */
export function openForOtherUser(): void {
  leaving.emit();
  location.assign(BASENAME);
}
