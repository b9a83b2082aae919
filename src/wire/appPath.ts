/** The page of the console that opens an application posts there, on the application's host (http-resources §4.4). */
export const APP_AUTH_PATH = '/x-teleport-auth';

/**
 * Where on the application's host somebody wants to go: the path with its query, or `/` for what leads elsewhere
 * (`//host`, `/\host`) or is no path. A leading slash is added. `origin`: of the application.
 */
export function pathAt(origin: string, path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`;
  if (!URL.canParse(rooted, origin)) return '/';
  const url = new URL(rooted, origin);
  // `/.//host` is a path that a browser reads as `//host`.
  const isHere = url.origin === new URL(origin).origin && !url.pathname.startsWith('//');
  return isHere ? url.pathname + url.search + url.hash : '/';
}

/** As host names of applications are compared: no port, no dot at the end. */
export const plainHost = (text: string): string => text.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
