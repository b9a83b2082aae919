// Inactivity ends a sign-in: the part of the gateway. tests/e2e has the part of the console.
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { LOGIN, SIZE } from '../support/terminalGateway.ts';
import { atApp, openApp } from '../support/appScene.ts';
import { startWebApp } from '../support/webApp.ts';
import { WebClient } from '../support/webClient.ts';
import type { ApiClient } from '../support/ApiClient.ts';

const MINUTE_MS = 60_000;
const IDLE = { auth: { second_factor: 'off', idle_timeout: '5m' } } as const;

let gateway: InProcess;
afterEach(() => gateway.stop());
const start = async (file: Parameters<typeof startInProcess>[0] = IDLE): Promise<ApiClient> => {
  gateway = await startInProcess(file);
  return gateway.admin();
};
const status = async (browser: ApiClient, query = '') => (await browser.call('GET', `user/status${query}`)).status;

test('every answer with the session contains the inactivity timeout', async () => {
  const ann = await start();
  const answer = { sessionInactiveTimeout: 5 * MINUTE_MS };
  expect((await ann.call('POST', 'sessions/web/renew', {})).json).toMatchObject(answer);
  const page = /name="grv_bearer_token" content="([^"]*)"/.exec((await ann.openPage()).text)?.[1] ?? '';
  expect(JSON.parse(Buffer.from(page.replaceAll('&#43;', '+'), 'base64').toString())).toMatchObject(answer);
  expect((await ann.signIn('admin', 'correct horse')).json).toMatchObject(answer);
});

test('only status, renewals, polled lists and reports do not count as activity', async () => {
  const ann = await start();
  gateway.pass(4 * MINUTE_MS);
  await ann.call('GET', 'roles'); // the user is active
  gateway.pass(4 * MINUTE_MS);
  expect(await status(ann)).toBe(200);
  await ann.call('POST', 'sessions/web/renew', {});
  await ann.call('GET', 'sites/-current-/sessions');
  await ann.call('GET', 'sites/example.test/context');
  await ann.call('POST', 'capture', { event: 'tp.ui.banner.click', alert: 'a' });
  gateway.pass(2 * MINUTE_MS + 1);
  const late = await ann.call('GET', 'user/status');
  expect(late.json).toEqual({ error: { message: 'need auth' } });
  expect(late.headers['set-cookie']?.[0]).toContain('__Host-session=;');
});

test('a report of the last activity by the console keeps the sign-in of an active user', async () => {
  const ann = await start();
  for (let minute = 0; minute < 9; minute += 1) {
    gateway.pass(MINUTE_MS);
    expect(await status(ann, '?idle_ms=1000')).toBe(200);
  }
  // A report never moves the last activity back, and an invalid report is ignored.
  expect(await status(ann, '?idle_ms=999999999')).toBe(200);
  expect(await status(ann, '?idle_ms=-5')).toBe(200);
  gateway.pass(6 * MINUTE_MS + 2000);
  expect(await status(ann)).toBe(403);
});

test('an inactive sign-in ends in time even if the clock was set back', async () => {
  const ann = await start();
  await ann.call('GET', 'roles');
  gateway.pass(-180 * MINUTE_MS);
  expect(await status(ann)).toBe(200);
  gateway.pass(5 * MINUTE_MS);
  expect(await status(ann)).toBe(200);
  gateway.pass(MINUTE_MS + 1);
  expect(await status(ann)).toBe(403);
});

test('a page that is opened after the timeout contains no token and clears the cookie', async () => {
  const ann = await start();
  gateway.pass(7 * MINUTE_MS);
  const page = await ann.openPage();
  expect(page.text).toContain('name="grv_bearer_token" content=""');
  expect(page.headers['set-cookie']?.join()).toContain('__Host-session=;');
});

test('the end applies to all renewals of the sign-in, and to no other sign-in', async () => {
  const ann = await start();
  const other = gateway.client();
  await other.openPage('/web/login');
  await other.signIn('admin', 'correct horse');
  gateway.pass(4 * MINUTE_MS);
  await other.call('GET', 'roles');
  const before = ann.signedIn;
  await ann.call('POST', 'sessions/web/renew', {});
  gateway.pass(3 * MINUTE_MS);
  expect(await status(ann)).toBe(403);
  const old = await ann.send({ method: 'GET', path: '/v1/webapi/user/status', headers: before });
  expect(old.json).toEqual({ error: { message: 'need auth' } });
  expect(await status(other)).toBe(200);
});

test('without a timeout no user is signed out', async () => {
  const ann = await start({});
  for (let hours = 0; hours < 11; hours += 1) {
    gateway.pass(10 * MINUTE_MS - 1);
    expect((await ann.call('POST', 'sessions/web/renew', {})).status).toBe(200);
  }
});

test('input into a terminal counts as activity, and an inactive terminal closes with the sign-in', async () => {
  gateway = await startInProcess({
    ...IDLE,
    admin: { name: 'admin', logins: [LOGIN] },
    node: { name: 'node-1' },
  });
  const ann = await WebClient.ofInvite(gateway.base, gateway.app.inviteLink?.split('/').at(-1) ?? '', 'admin');
  const { items } = await ann.expect('GET', '/sites/-current-/nodes?limit=1');
  const terminal = ann.terminal({ login: LOGIN, server_id: items[0].id, term: SIZE });
  expect(await terminal.opened).toBeUndefined();
  for (const word of ['one', 'two', 'three']) {
    gateway.pass(3 * MINUTE_MS);
    terminal.type(`echo ${word}''-here\r`);
    await terminal.sees(`${word}-here`);
  }
  expect((await ann.get('/user/status')).status).toBe(200);
  gateway.pass(7 * MINUTE_MS);
  expect((await ann.get('/user/status')).status).toBe(403);
  await terminal.closed;
});

test.each([
  ['a change counts as activity', 'POST', {}, 200],
  ['an opened page counts as activity', 'GET', { 'sec-fetch-mode': 'navigate' }, 200],
  ['a background request does not count as activity', 'GET', { 'sec-fetch-mode': 'cors' }, 403],
])('in an application, %s', async (_, method, headers, expected) => {
  const web = await startWebApp();
  onTestFinished(() => web.stop());
  const metadata = { name: 'echo' };
  const spec = { uri: `http://127.0.0.1:${web.port}` };
  const ann = await start({ ...IDLE, inventory: [{ kind: 'app', version: 'v3', metadata, spec }] });
  const opened = await openApp(ann, 'echo.localhost');
  for (let use = 0; use < 2; use++) {
    gateway.pass(3 * MINUTE_MS);
    expect((await atApp(ann, 'echo.localhost', '/', opened, { method, headers })).status).toBe(200);
  }
  gateway.pass(3 * MINUTE_MS);
  expect(await status(ann)).toBe(expected);
});
