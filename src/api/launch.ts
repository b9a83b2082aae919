// Opens an application in the browser (http-resources §4.3, §4.4).
import { APP_AUTH_PATH, pathAt } from '../wire/appPath.ts';
import type { AssertionJson } from '../wire/webauthn.ts';
import { call } from './client.ts';
import { config } from './config.ts';
import { apiUrl } from './urls.ts';

export type AppAddress = { fqdn: string; clusterId?: string; publicAddr?: string; arn?: string };

/** The values that become cookies on the application's host. */
export type AppValues = { cookie: string; subject: string };

/** The application's host did not respond, because of its name, its certificate or the network. */
export class AppHostUnreached extends Error {
  override name = 'AppHostUnreached';
}

/** The application's host refuses the sign-in from this console. */
export class AppSignInRefused extends Error {
  override name = 'AppSignInRefused';
}

type Console = Pick<Location, 'protocol' | 'hostname' | 'port'>;

/**
 * The origin of the application for this browser: it uses the port of the console, not that of `fqdn`. `own`: the
 * console's server serves applications itself. Otherwise it relays a cluster, and serves the cluster's applications
 * below its own name.
 */
export function appOrigin(fqdn: string, { protocol, hostname, port }: Console, own: boolean): string {
  const name = fqdn.replace(/:\d*$/, '');
  const isBelow = name.endsWith(`.${hostname}`);
  const hasNames = !/^[\d.]+$|:/.test(hostname);
  const host = own || isBelow || !hasNames ? name : `${name.split('.', 1)[0] ?? name}.${hostname}`;
  return `${protocol}//${host}${port && `:${port}`}`;
}

const bodyOf = ({ fqdn, clusterId = '', publicAddr = '', arn = '' }: AppAddress) => ({
  fqdn,
  cluster_name: clusterId,
  public_addr: publicAddr,
  arn,
});

/**
 * Whether the application requires a hardware key for each session. Only for servers that open applications themselves.
 */
export async function isAppKeyRequired(address: AppAddress, signal: AbortSignal): Promise<boolean> {
  const url = apiUrl('sites/:clusterId/mfa/required', { clusterId: address.clusterId ?? config.proxyCluster });
  const json = await call(url, { method: 'POST', body: { app: bodyOf(address) }, signal });
  return (json as { required?: boolean }).required === true;
}

/** `key`: the response of a key, if the application requires one. */
export async function createAppSession(
  address: AppAddress,
  signal: AbortSignal,
  key?: AssertionJson,
): Promise<AppValues> {
  const body = { ...bodyOf(address), ...(key && { mfa_response: { webauthn_response: key } }) };
  const answer = (await call(apiUrl('sessions/app'), { method: 'POST', body, signal })) as Record<string, string>;
  return { cookie: answer['cookie_value'] ?? '', subject: answer['subject_cookie_value'] ?? '' };
}

/** Rejects if the host does not respond. Any response is fine. */
export const reachApp = (origin: string, signal: AbortSignal): Promise<unknown> =>
  ask(origin, { mode: 'no-cors', credentials: 'omit', signal });

/** The exchange of a 13.1 cluster. Browsers that partition third-party cookies do not send them to the application. */
export async function exchangeValues(
  origin: string,
  { cookie, subject }: AppValues,
  signal: AbortSignal,
): Promise<void> {
  const headers = { 'X-Cookie-Value': cookie, 'X-Subject-Cookie-Value': subject };
  const answer = await ask(origin, { method: 'POST', credentials: 'include', headers, signal });
  if (!answer.ok) throw new AppSignInRefused();
}

/** Leaves the page: a form sends the values, so that the host's cookies belong to a page that the user has opened. */
export function submitValues(origin: string, { cookie, subject }: AppValues, path: string): void {
  // Without the console's origin the form would be refused.
  const policy = Object.assign(document.createElement('meta'), { name: 'referrer', content: 'strict-origin' });
  document.head.append(policy);
  const action = origin + APP_AUTH_PATH;
  const form = Object.assign(document.createElement('form'), { method: 'post', action, hidden: true });
  const fields = { cookie_value: cookie, subject_cookie_value: subject, path: pathAt(origin, path) };
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
}

async function ask(origin: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(origin + APP_AUTH_PATH, { ...init, cache: 'no-store' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new AppHostUnreached(origin, { cause: error });
  }
}
