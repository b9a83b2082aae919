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
 * Where a sign-in leads: the page named in the login page's address when it is ours and known, else the start page
 * (specification §2). Only path, query and the moment of a recording are taken over, so that nothing else of a crafted
 * address survives.
 */
export function entryTarget(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get(PARAMETER);
  if (!wanted || !URL.canParse(wanted, origin)) return BASENAME;
  const url = new URL(wanted, origin);
  return url.origin === origin && isKnownPath(url.pathname) ? pageOf(url) : BASENAME;
}

/** The login page that leads back to `page`; without a way back when `page` is no page of ours. */
export function loginAddress(page?: Page & { origin: string }): string {
  const login = href(publicPaths.login());
  if (!page || !isKnownPath(page.pathname)) return login;
  return `${login}?${PARAMETER}=${encodeURIComponent(page.origin + pageOf(page))}`;
}

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
