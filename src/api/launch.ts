// Opening an application in the browser (http-resources §4.3, §4.4).
import { APP_AUTH_PATH, pathAt } from '../wire/appPath.ts';
import type { AssertionJson } from '../wire/webauthn.ts';
import { call } from './client.ts';
import { config } from './config.ts';
import { apiUrl } from './urls.ts';

export type AppAddress = { fqdn: string; clusterId?: string; publicAddr?: string; arn?: string };

/** What makes cookies on the application's host. */
export type AppValues = { cookie: string; subject: string };

/** The host of the application gave no answer: its name, its certificate, or the network. */
export class AppHostUnreached extends Error {
  override name = 'AppHostUnreached';
}

/** The host of the application does not take the sign-in from this console. */
export class AppSignInRefused extends Error {
  override name = 'AppSignInRefused';
}

type Console = Pick<Location, 'protocol' | 'hostname' | 'port'>;

/**
 * Where the application is for this browser: at the port of the console, whatever port `fqdn` has. `own`: the server of
 * the console serves applications itself. Else it stands before a cluster, whose applications it has below its own name.
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

/** Whether the application asks for a hardware key for each session. Only of a server that opens them itself. */
export async function isAppKeyRequired(address: AppAddress, signal: AbortSignal): Promise<boolean> {
  const url = apiUrl('sites/:clusterId/mfa/required', { clusterId: address.clusterId ?? config.proxyCluster });
  const json = await call(url, { method: 'POST', body: { app: bodyOf(address) }, signal });
  return (json as { required?: boolean }).required === true;
}

/** `key`: the answer of a key, where the application asks for one. */
export async function createAppSession(
  address: AppAddress,
  signal: AbortSignal,
  key?: AssertionJson,
): Promise<AppValues> {
  const body = { ...bodyOf(address), ...(key && { mfa_response: { webauthn_response: key } }) };
  const answer = (await call(apiUrl('sessions/app'), { method: 'POST', body, signal })) as Record<string, string>;
  return { cookie: answer['cookie_value'] ?? '', subject: answer['subject_cookie_value'] ?? '' };
}

/** Rejects where the host gives no answer; whatever it answers is good. */
export const reachApp = (origin: string, signal: AbortSignal): Promise<unknown> =>
  ask(origin, { mode: 'no-cors', credentials: 'omit', signal });

/** The exchange of a 13.1 cluster. Browsers that keep cookies of other sites apart do not show them to the application. */
export async function exchangeValues(
  origin: string,
  { cookie, subject }: AppValues,
  signal: AbortSignal,
): Promise<void> {
  const headers = { 'X-Cookie-Value': cookie, 'X-Subject-Cookie-Value': subject };
  const answer = await ask(origin, { method: 'POST', credentials: 'include', headers, signal });
  if (!answer.ok) throw new AppSignInRefused();
}

/** Leaves the page: the values travel in a form, and the host's cookies are those of a page that the user has opened. */
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
