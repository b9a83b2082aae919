// Requests with a secret in every position that can hold one, with every escaping. The tests of the log send them.
import { randomBytes } from 'node:crypto';
import { SHOWN_IN_PATH, SHOWN_IN_QUERY } from '../../gateway/http/shownParameters.ts';
import type { ApiClient } from './ApiClient.ts';
import type { TableRoute } from './routeTable.ts';

/** A separate secret for each position. Only letters and digits, so that all escapes are those of the test. */
export const secret = (): string => `Canary${randomBytes(8).toString('base64url').replaceAll(/[-_]/g, 'x')}`;

export type Planted = {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body?: unknown;
  /** Texts that must not be logged. */
  secrets: readonly string[];
};
/** A signed-in user. */
type Session = Pick<ApiClient, 'bearer' | 'signedIn'>;

const hexEscape = (text: string, upper: boolean): string =>
  [...Buffer.from(text)].map((byte) => `%${upper ? byte.toString(16).toUpperCase() : byte.toString(16)}`).join('');
const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  upper: (text) => hexEscape(text, true),
  lower: (text) => hexEscape(text, false),
  double: (text) => hexEscape(text, true).replaceAll('%', '%25'),
  broken: (text) => `${text}%zz%ff`,
};
const PREFIXES = ['/v1', '/v1/v1', 'http://localhost/v1', '/', '/v1/'];

/** Escapes the parts between slashes, also those of the route. */
const escapeSegments = (path: string, escape: (text: string) => string): string =>
  path
    .split('/')
    .map((segment) => (segment === '' ? '' : escape(segment)))
    .join('/');

/**
 * The route with a secret in each parameter that is secret. Parameters that the log may show get a valid value. `names`
 * of documents belong to a token.
 */
export function planted({ url }: TableRoute): { path: string; secrets: string[] } {
  const secrets: string[] = [];
  const shown: string[] = [];
  const templates = url.split('/');
  for (const [i, segment] of templates.entries()) {
    const rule = SHOWN_IN_PATH[`${templates[i - 1] ?? ''}/${segment}`];
    const value = secret();
    if (!segment.startsWith(':') && segment !== '*') shown.push(segment);
    else if (segment === ':site') shown.push('-current-');
    else if (segment === ':kind') shown.push('token');
    else {
      shown.push(value);
      if (!rule?.(value, shown[i - 1] ?? '')) secrets.push(value);
    }
  }
  return { path: shown.join('/'), secrets };
}

/** Known names, an unknown one, one that is the secret itself, and an escaped name. */
function plantedQuery(session: Session | undefined): { query: string; secrets: string[] } {
  const secrets: string[] = [];
  const pairs = [...Object.keys(SHOWN_IN_QUERY), 'unheard_of', 'ACCESS_TOKEN'].map((name) => {
    const value = name === 'access_token' && session ? session.bearer : secret();
    if (!SHOWN_IN_QUERY[name]?.(value, name)) secrets.push(value);
    return `${name}=${value}`;
  });
  const [bare, escaped, invalid] = [secret(), secret(), secret()];
  return {
    query: [...pairs, bare, `%61ccess_token=${escaped}`, `access_token=${invalid}%zz`, `a;token=${invalid}`].join('&'),
    secrets: [...secrets, bare, escaped, invalid],
  };
}

const HEADERS = ['user-agent', 'referer', 'x-forwarded-for', 'forwarded', 'x-teleport-tokenname', 'x-cookie-value'];
function plantedHeaders(session: Session | undefined) {
  const values = Object.fromEntries([...HEADERS, secret()].map((name) => [name, secret()]));
  const [user, sid, bearer, csrf] = [secret(), secret(), secret(), secret()];
  const forged = {
    authorization: `Bearer ${bearer}`,
    cookie: `__Host-session=${Buffer.from(JSON.stringify({ user, sid })).toString('hex')}; __Host-grv_csrf=${csrf}`,
    'x-csrf-token': csrf,
  };
  return {
    headers: { ...values, ...(session?.signedIn ?? forged) },
    secrets: [
      ...Object.entries(values)
        .flat()
        .filter((text) => text.startsWith('Canary')),
      user,
      sid,
      bearer,
      csrf,
    ],
  };
}

const MEMBERS =
  'user name pass password old_password new_password token tokenId secret code second_factor_token content kind ' +
  'public_key redirect_url connector_id query search event clientdata totpCode deviceName value';
export function plantedBody() {
  const secrets: string[] = [];
  const plant = () => secrets[secrets.push(secret()) - 1] ?? '';
  const members = Object.fromEntries(MEMBERS.split(' ').map((name) => [name, plant()]));
  const body = {
    ...members,
    pass: Buffer.from(plant()).toString('base64'),
    roles: [plant()],
    webauthnAssertionResponse: { id: plant(), response: { clientDataJSON: plant(), signature: plant() } },
  };
  return { body, secrets };
}

/** One request with secrets in every position, in addition to those in `path`. */
function attack(
  method: string,
  path: string,
  secrets: readonly string[],
  { session, text }: { session?: Session | undefined; text?: string } = {},
): Planted {
  const { query, secrets: ofQuery } = plantedQuery(session);
  const { headers, secrets: ofHeaders } = plantedHeaders(session);
  const { body, secrets: ofBody } = plantedBody();
  const hasBody = method !== 'GET';
  return {
    method,
    path: `${path}?${query}`,
    ...(hasBody && { body: text ?? body }),
    headers,
    secrets: [...secrets, ...ofQuery, ...ofHeaders, ...(hasBody ? ofBody : [])],
  };
}

/** One route with every escaping: part by part with a session, and as a whole without. */
export function escapesOf(route: TableRoute, session: Session): Planted[] {
  return Object.values(ESCAPES).flatMap((escape) => {
    const { path, secrets } = planted(route);
    return [
      attack(route.method, `/v1${escapeSegments(path, escape)}`, secrets, { session: identity(route, session) }),
      attack(route.method, `/${escape(path.slice(1))}`, secrets),
    ];
  });
}

/** One route with every prefix, with another method, and as a part of another path. */
export function variantsOf(route: TableRoute, session: Session): Planted[] {
  const { method } = route;
  const identified = { session: identity(route, session) };
  const prefixed = PREFIXES.flatMap((prefix) => {
    const { path, secrets } = planted(route);
    const escaped = escapeSegments(path, (text) => hexEscape(text, true));
    return [attack(method, prefix + path, secrets), attack(method, prefix + escaped, secrets, identified)];
  });
  const { path, secrets } = planted(route);
  const more = secret();
  const withMore = [...secrets, more];
  return [
    ...prefixed,
    attack(method === 'GET' ? 'DELETE' : 'GET', path, secrets),
    attack(method, `${path}/unheard-of/${more}`, withMore),
    attack(method, `${path}#${more}`, withMore),
    ...(method === 'GET'
      ? []
      : [`{"pass": ${more}`, JSON.stringify(more), JSON.stringify([more])].map((text) =>
          attack(method, path, withMore, { ...identified, text }),
        )),
  ];
}

/** The session. undefined if the request would end it, since the other attacks need it. */
const identity = ({ url, method }: TableRoute, session: Session): Session | undefined =>
  url.includes('/sessions/web') && method !== 'GET' ? undefined : session;
