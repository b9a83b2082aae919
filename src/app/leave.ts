import { session } from '../api/session.ts';
import { wantsReturn, type Ending } from '../authProvider/sessionState.ts';
import { ENDED_KEY } from '../lib/storageKeys.ts';
import { loginAddress } from './redirect.ts';

/** Why the last session of this tab ended; told once. */
export function takeEnding(): string | undefined {
  const ending = sessionStorage.getItem(ENDED_KEY) ?? undefined;
  sessionStorage.removeItem(ENDED_KEY);
  return ending;
}

/**
 * Leaves for the login page. The way back is kept where the person did not ask to go. Without a network the page
 * stays until there is one: a page that cannot load would only take away what can still be read.
 */
export function leaveForLogin(why: Ending): void {
  const address = wantsReturn(why) ? loginAddress(location) : loginAddress();
  if (wantsReturn(why)) sessionStorage.setItem(ENDED_KEY, why);
  if (navigator.onLine) location.assign(address);
  else addEventListener('online', () => location.assign(address), { once: true });
}

/** True with a session; without one the browser is on its way to the login page, and back here afterwards. */
export function hasSessionElseLogin(): boolean {
  if (session.timeLeftMs() > 0) return true;
  session.clear();
  location.replace(loginAddress(location));
  return false;
}
