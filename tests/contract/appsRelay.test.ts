// Applications of a cluster, opened through the relay. A gateway replaces the cluster (http-resources §4.4).
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ServedApp } from '../../gateway/process/app.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { cookiesOf, openApp, type Opened } from '../support/appScene.ts';
import { startRelayTo } from '../support/relay.ts';
import { startWebApp, type Echo, type WebApp } from '../support/webApp.ts';

let web: WebApp;
let cluster: InProcess;
let relay: { app: ServedApp; base: string; port: number };
let admin: ApiClient;
let opened: Opened;
let host: string;

beforeAll(async () => {
  web = await startWebApp();
  cluster = await startInProcess({
    inventory: [
      {
        kind: 'app',
        version: 'v3',
        metadata: { name: 'echo' },
        spec: { uri: `http://127.0.0.1:${web.port}` },
      },
    ],
  });
  Object.assign(cluster.app.gateway.settings, { publicUrl: cluster.base }); // unknown before the start
  relay = await startRelayTo(new URL(cluster.base), { publicUrl: 'http://console.example.test' });
  const invite = cluster.app.inviteLink?.split('/').at(-1) ?? '';
  await new ApiClient(cluster.base).accept(invite, PASSWORD);
  admin = new ApiClient(relay.base);
  await admin.openPage('/web/login');
  await admin.signIn('admin', PASSWORD);
  opened = await openApp(admin, 'echo.localhost');
  host = `echo.console.example.test:${relay.port}`;
});
afterAll(async () => {
  await relay.app.close();
  await cluster.stop();
  await web.stop();
});

const at = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  admin.send({ method, path, headers: { host, ...headers } });

test('a request without cookies is redirected to our console', async () => {
  const { status, headers } = await at('/a/b');
  expect([status, headers.location]).toEqual([
    302,
    'http://console.example.test/web/launch/echo.localhost?path=%2Fa%2Fb',
  ]);
});

test('cookies are exchanged between our console and our host name of the application', async () => {
  const values = { 'x-cookie-value': opened.cookie_value, 'x-subject-cookie-value': opened.subject_cookie_value };
  const console = 'http://console.example.test';
  const preflight = await at('/x-teleport-auth', { origin: console }, 'OPTIONS');
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([200, console]);
  const answer = await at('/x-teleport-auth', { origin: console, ...values }, 'POST');
  expect([answer.status, answer.headers['set-cookie']?.length]).toEqual([200, 2]);
  expect((await at('/x-teleport-auth', { origin: 'https://evil.example', ...values }, 'POST')).status).toBe(403);
});

test('requests and websockets are relayed, and redirects keep our host name', async () => {
  const cookie = cookiesOf(opened);
  const { json } = await at('/echo?a=1', { cookie: `${cookie}; own=1` });
  expect(json as Echo).toMatchObject({ url: '/echo?a=1', headers: { cookie: 'own=1' } });
  const moved = await at(`/redirect?to=${encodeURIComponent(`http://127.0.0.1:${web.port}/next`)}`, { cookie });
  expect(moved.headers.location).toBe('/next');
  const socket = new WebSocket(`ws://127.0.0.1:${relay.port}/socket`, { headers: { host, cookie } });
  await once(socket, 'open');
  socket.send('hello');
  const [data] = (await once(socket, 'message')) as [Buffer];
  expect(data.toString()).toBe('hello');
  socket.close();
});

test('an answer keeps separate WWW-Authenticate headers', async () => {
  const path = '/headers?www-authenticate=Negotiate&www-authenticate=NTLM';
  const headers = { host, cookie: cookiesOf(opened) };
  const request = get({ host: '127.0.0.1', port: relay.port, path, headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.resume().headersDistinct['www-authenticate']).toEqual(['Negotiate', 'NTLM']);
});

test('cookies of an application give no access on the console’s host', async () => {
  const before = web.asked.length;
  await admin.send({ method: 'GET', path: '/echo', headers: { cookie: cookiesOf(opened) } });
  expect(web.asked).toHaveLength(before);
});
