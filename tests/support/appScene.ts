// Applications of an in-process gateway, opened as a browser opens them.
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { APP_COOKIE, SUBJECT_COOKIE } from '../../gateway/apps/appHeaders.ts';
import type { ApiClient, Answer } from './ApiClient.ts';
import type { Echo } from './webApp.ts';

export type Opened = { cookie_value: string; subject_cookie_value: string; fqdn: string };

/** The public origin of the gateways of tests, which listen on other ports. */
export const CONSOLE = 'http://localhost:3080';

export async function openApp(client: ApiClient, fqdn: string): Promise<Opened> {
  const { status, json, text } = await client.call('POST', 'sessions/app', { fqdn });
  if (status !== 200) throw new Error(`the application was refused: ${text}`);
  return json as Opened;
}

export const cookiesOf = ({ cookie_value, subject_cookie_value }: Opened): string =>
  `${APP_COOKIE}=${cookie_value}; ${SUBJECT_COOKIE}=${subject_cookie_value}`;

type Asked = { method?: string; headers?: Record<string, string | undefined>; body?: string };

/** Sends a request to the host of an application, with the session's cookies if they are given. */
export function atApp(
  client: ApiClient,
  host: string,
  path: string,
  opened?: Opened,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answer> {
  return client.send({
    method,
    path,
    headers: { host: `${host}:3080`, ...(opened && { cookie: cookiesOf(opened) }), ...headers },
    ...(body !== undefined && { body }),
  });
}

export const echoOf = ({ json }: Answer): Echo => json as Echo;

/** A request that streams. */
export function streamAtApp(
  base: string,
  path: string,
  opened: Opened,
  { method = 'GET', headers = {} }: Pick<Asked, 'method' | 'headers'> = {},
): { request: ClientRequest; answer: Promise<IncomingMessage> } {
  const request = httpRequest({
    host: '127.0.0.1',
    port: new URL(base).port,
    path,
    method,
    agent: false,
    headers: { host: `${opened.fqdn}:3080`, cookie: cookiesOf(opened), ...headers } as Record<string, string>,
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  answer.catch(() => undefined);
  return { request, answer };
}

export async function socketAtApp(
  base: string,
  opened: Opened,
  path = '/socket',
  headers: Readonly<Record<string, string>> = {},
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${new URL(base).port}${path}`, {
    headers: { host: `${opened.fqdn}:3080`, cookie: cookiesOf(opened), ...headers },
  });
  socket.on('error', () => undefined);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('close', () => reject(new Error('the websocket was refused')));
    socket.once('unexpected-response', (_request, { statusCode }) => reject(new Error(`status ${statusCode}`)));
  });
  return socket;
}
