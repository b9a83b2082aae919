// Headers between a browser and an application (http-resources §4.4).
import { validateHeaderName, validateHeaderValue, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { hostname } from 'node:os';
import { expandTemplate } from '../../src/access/template.ts';
import type { Traits } from '../../src/access/traits.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/wire/constants.ts';
import { withoutHopByHop } from '../http/hopByHop.ts';
import { parseSessionCookie } from '../identity/sessionCookie.ts';
import type { Application } from './application.ts';

export const APP_COOKIE = '__Host-grv_app_session';
export const SUBJECT_COOKIE = '__Host-grv_app_session_subject';
const OUR_COOKIES: ReadonlySet<string> = new Set([APP_COOKIE, SUBJECT_COOKIE, CSRF_COOKIE]);

/** Applications may have a cookie with the name of the console's session: the value distinguishes them. */
function isOurs(cookie: string): boolean {
  const [name = '', value = ''] = cookie.split(/[=;]/).map((part) => part.trim());
  return OUR_COOKIES.has(name) || (name === SESSION_COOKIE && parseSessionCookie(value) !== 'garbled');
}

/** Only the gateway sets these. Some servers treat an underscore like a hyphen. */
const RESERVED = /^(forwarded|x-forwarded-.*|x-real-ip|teleport-jwt-assertion|cf-access-token|x-teleport-.*)$/;
const isReserved = (name: string): boolean => RESERVED.test(name.toLowerCase().replaceAll('_', '-'));

/** The address of the application as the browser uses it. */
export type AppFront = {
  proto: 'http' | 'https';
  /** Including the port. */
  host: string;
  /** The client's address. */
  address: string;
};

/** The user's identity for the application. */
export type AppIdentity = { token: string; traits: Traits };

/** The headers for the application. A name that a rewrite sets is not copied from the client. */
export function toApp(
  headers: IncomingHttpHeaders,
  app: Pick<Application, 'headers' | 'target'>,
  { proto, host, address }: AppFront,
  { token, traits }: AppIdentity,
): OutgoingHttpHeaders {
  const passed = withoutHopByHop(headers, (name) => !isReserved(name) && name !== 'cookie' && name !== 'expect');
  const cookies = othersCookies(headers.cookie ?? '');
  // Node has decoded a chunked body. Without a length it is sent in chunks again.
  if (headers['transfer-encoding'] !== undefined) {
    passed['transfer-encoding'] = 'chunked';
    delete passed['content-length'];
  }
  return {
    ...passed,
    ...(cookies !== '' && { cookie: cookies }),
    host: app.target?.host ?? host,
    ...rewritten(app, { ...traits, jwt: [token] }),
    'x-forwarded-host': host,
    'x-forwarded-port': /:(\d+)$/.exec(host)?.[1] ?? (proto === 'https' ? '443' : '80'),
    'x-forwarded-proto': proto,
    'x-forwarded-server': hostname(),
    'x-forwarded-ssl': proto === 'https' ? 'on' : 'off',
    'x-real-ip': address,
    'teleport-jwt-assertion': token,
    'cf-access-token': token,
  };
}

/** The rewrites of the document, if their values are valid in a header. */
function rewritten({ headers }: Pick<Application, 'headers'>, traits: Traits): OutgoingHttpHeaders {
  const found = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const values = expandTemplate(value, traits)?.filter((each) => isHeader(name, each)) ?? [];
    const key = name.toLowerCase();
    if (values.length > 0 && !isReserved(name) && !NOT_REWRITTEN.has(key))
      found.set(key, [...(found.get(key) ?? []), ...values]);
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

/** They would change the end of the body. */
const NOT_REWRITTEN = new Set(['content-length', 'transfer-encoding', 'connection', 'upgrade', 'trailer', 'te']);

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

const othersCookies = (header: string): string =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !isOurs(pair))
    .join('; ');

/** They would affect other hosts: the console and other applications. */
const NOT_FOR_BROWSERS = new Set(['clear-site-data', 'alt-svc', 'strict-transport-security', 'public-key-pins']);

/** The headers for the browser. */
export function toBrowser(
  headers: IncomingHttpHeaders,
  app: Pick<Application, 'target' | 'redirects'>,
  front: AppFront,
): OutgoingHttpHeaders {
  const passed = withoutHopByHop(headers, (name) => !NOT_FOR_BROWSERS.has(name));
  if (headers.location !== undefined) passed['location'] = movedToFront(headers.location, app, front);
  const cookies = headers['set-cookie']
    ?.filter((cookie) => !isOurs(cookie))
    .map((cookie) => onOwnHost(cookie, front.host));
  if (cookies) passed['set-cookie'] = cookies;
  return passed;
}

/** A cookie for a parent domain would be sent to the console and other applications: it is restricted to the host. */
function onOwnHost(cookie: string, host: string): string {
  const hostname = host.replace(/:\d+$/, '').toLowerCase();
  const domains = [...cookie.matchAll(/;\s*domain\s*=\s*\.?([^;]*)/gi)].map(([, domain = '']) => domain.trim());
  return domains.every((domain) => domain.toLowerCase() === hostname)
    ? cookie
    : cookie.replace(/;\s*domain\s*(=[^;]*)?(?=;|$)/gi, '');
}

/** Converts an absolute URL of the application to one that the browser can use. */
function movedToFront(
  location: string,
  { target, redirects }: Pick<Application, 'target' | 'redirects'>,
  { proto, host }: AppFront,
): string {
  // Bytes beyond ASCII are escaped unchanged: the parser would treat each as a character.
  const address = location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  if (!target || !/^(?:https?:)?\/\//i.test(location) || !URL.canParse(address, target)) return location;
  const to = new URL(address, target);
  const port = to.port || (to.protocol === 'https:' ? '443' : '80');
  const names = [to.host, to.hostname, `${to.hostname}:${port}`];
  const isOwn = to.host === target.host || redirects.some((name) => names.includes(name.toLowerCase()));
  return isOwn ? `${proto}://${host}${to.pathname}${to.search}${to.hash}` : location;
}
