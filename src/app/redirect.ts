import { BASENAME, href, isKnownPath, publicPaths } from './paths.ts';

const PARAMETER = 'redirect_uri';

/**
 * Where a sign-in leads: the page named in the login page's address when it is ours and known, else the start page
 * (specification §2). Only path and query are taken over, so that nothing else of a crafted address survives.
 */
export function entryTarget(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get(PARAMETER);
  if (!wanted || !URL.canParse(wanted, origin)) return BASENAME;
  const url = new URL(wanted, origin);
  return url.origin === origin && isKnownPath(url.pathname) ? url.pathname + url.search : BASENAME;
}

/** The login page that leads back to `page`; without a way back when `page` is no page of ours. */
export function loginAddress(page?: { origin: string; pathname: string; search: string }): string {
  const login = href(publicPaths.login());
  if (!page || !isKnownPath(page.pathname)) return login;
  return `${login}?${PARAMETER}=${encodeURIComponent(page.origin + page.pathname + page.search)}`;
}
