import { session } from '../api/session.ts';
import { wantsReturn, type Ending } from '../authProvider/sessionState.ts';
import { ENDED_KEY } from '../lib/storage.ts';
import { MOMENT_HASH } from '../wire/constants.ts';
import { BASENAME, href, isKnownPath, publicPaths } from './paths.ts';

const PARAMETER = 'redirect_uri';

type Page = { pathname: string; search: string; hash?: string };
const pageOf = ({ pathname, search, hash = '' }: Page): string =>
  pathname + search + (MOMENT_HASH.test(hash) ? hash : '');

/**
 * The target after a sign-in: the page in the login page's address if it is a known page of the console, else the start
 * page (specification §2). Only path, query and the moment of a recording are kept, so that nothing else of a crafted
 * address survives.
 */
export function entryTarget(search: string, origin: string): string {
  const target = new URLSearchParams(search).get(PARAMETER);
  if (!target || !URL.canParse(target, origin)) return BASENAME;
  const url = new URL(target, origin);
  return url.origin === origin && isKnownPath(url.pathname) ? pageOf(url) : BASENAME;
}

/** The login page that returns to `page`. Without a return address if `page` is not a known page. */
export function loginAddress(page?: Page & { origin: string }): string {
  const login = href(publicPaths.login());
  if (!page || !isKnownPath(page.pathname)) return login;
  return `${login}?${PARAMETER}=${encodeURIComponent(page.origin + pageOf(page))}`;
}

/** Why the last session of this tab ended. It is returned only once. */
export function takeEnding(): string | undefined {
  const ending = sessionStorage.getItem(ENDED_KEY) ?? undefined;
  sessionStorage.removeItem(ENDED_KEY);
  return ending;
}

/**
 * Opens the login page. It stores the way back if the user did not sign out. Without a network the page stays until
 * there is one: a page that cannot load would only hide what is still readable.
 */
export function leaveForLogin(why: Ending): void {
  const address = wantsReturn(why) ? loginAddress(location) : loginAddress();
  if (wantsReturn(why)) sessionStorage.setItem(ENDED_KEY, why);
  if (navigator.onLine) location.assign(address);
  else addEventListener('online', () => location.assign(address), { once: true });
}

/** True with a session. Otherwise it opens the login page, which returns here afterwards. */
export function hasSessionElseLogin(): boolean {
  if (session.timeLeftMs() > 0) return true;
  session.clear();
  location.replace(loginAddress(location));
  return false;
}
