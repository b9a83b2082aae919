/** The console's page that opens an application posts to this path on the application's host (http-resources §4.4). */
export const APP_AUTH_PATH = '/x-teleport-auth';

/**
 * The target of a redirect on the application's host: the path with its query, or `/` if the path is invalid or leads
 * to another host (`//host`, `/\host`). A leading slash is added. `origin`: the origin of the application.
 */
export function pathAt(origin: string, path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`;
  if (!URL.canParse(rooted, origin)) return '/';
  const url = new URL(rooted, origin);
  // A browser reads the path `/.//host` as `//host`.
  const isHere = url.origin === new URL(origin).origin && !url.pathname.startsWith('//');
  return isHere ? url.pathname + url.search + url.hash : '/';
}

/** The form in which host names of applications are compared: without port and without a trailing dot. */
export const plainHost = (text: string): string => text.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
