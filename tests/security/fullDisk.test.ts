// A full database must neither end the gateway nor keep connections open after the end of their sign-in.
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { StoreError } from '../../gateway/store/storeError.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { openApp, socketAtApp } from '../support/appScene.ts';
import { addRole, nodeIdOf, openTerminal, SITE } from '../support/inProcessTerminal.ts';
import { startWebApp, type WebApp } from '../support/webApp.ts';

const LOGIN = userInfo().username;
const FULL = 'the disk is full';

let directory: string;
let web: WebApp;
let gateway: InProcess;
let admin: ApiClient;
let bob: ApiClient;
let files: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'postern-full-'));
  web = await startWebApp();
  const app = (name: string) => ({
    ...({ kind: 'app', version: 'v3', metadata: { name } } as const),
    spec: { uri: `http://127.0.0.1:${web.port}` },
  });
  gateway = await startInProcess({ inventory: [app('one'), app('two')] });
  admin = await gateway.admin();
  await addRole(admin, 'reader', {
    allow: { logins: [LOGIN], node_labels: { '*': '*' }, app_labels: { '*': '*' } },
  });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await web.stop();
  rmSync(directory, { recursive: true });
});
let users = 0;
beforeEach(async () => {
  users += 1;
  bob = await gateway.user(admin, `bob-${users}`, ['reader']);
  files = `${SITE}/nodes/${await nodeIdOf(bob, hostname())}/${LOGIN}/scp`;
});

/** From now on the audit log accepts no event. */
function fillDatabase(): void {
  const { db } = gateway.app.gateway.stores;
  db.exec('PRAGMA max_page_count = 1');
  onTestFinished(() => db.exec('PRAGMA max_page_count = 1000000'));
  const fill = () => {
    for (;;) gateway.app.gateway.audit.emit('recovery_code.generated', { user: 'filler' });
  };
  expect(fill).toThrow(StoreError);
}

const at = (name: string) => `location=${encodeURIComponent(join(directory, name))}&filename=${name}`;
/** Files of the directory that the process has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(directory) ? [path] : [];
    } catch {
      return []; // it is closed by now
    }
  });

function streamOf(path: string): { answer: Promise<IncomingMessage> } {
  const { port } = new URL(gateway.base);
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: `/v1/webapi/${path}`, headers: bob.signedIn, agent: false };
    get(options, resolve).on('error', reject);
  });
  return { answer };
}

test('an upload that the audit log cannot record leaves no file', async () => {
  writeFileSync(join(directory, 'file'), 'old');
  fillDatabase();
  const answer = await bob.send({
    method: 'POST',
    path: `/v1/webapi/${files}?${at('file')}`,
    headers: bob.signedIn,
    body: 'new',
  });
  expect([answer.status, answer.text]).toEqual([500, expect.stringContaining(FULL)]);
  expect(readdirSync(directory)).toEqual(['file']);
  expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('old');
  await expect.poll(openFiles).toEqual([]);
});

test('a folder that the audit log cannot record is not reported as created', async () => {
  fillDatabase();
  const answer = await bob.call('POST', files.replace(/scp$/, 'files'), { path: join(directory, 'made') });
  expect([answer.status, answer.text]).toEqual([500, expect.stringContaining(FULL)]);
});

test('a download that the audit log cannot record closes its file', async () => {
  writeFileSync(join(directory, 'file'), Buffer.alloc(1024 * 1024));
  fillDatabase();
  const answer = await bob.call('GET', `${files}?${at('file')}`);
  expect([answer.status, answer.text]).toEqual([500, expect.stringContaining(FULL)]);
  await expect.poll(openFiles).toEqual([]);
});

test('a download that was open when the disk became full is complete, and its file is closed', async () => {
  const bytes = Buffer.alloc(8 * 1024 * 1024, 'x');
  writeFileSync(join(directory, 'file'), bytes);
  const { answer } = streamOf(`${files}?${at('file')}`);
  const response = await answer;
  fillDatabase();
  expect((await buffer(response)).length).toBe(bytes.length);
  await expect.poll(openFiles).toEqual([]);
});

test('a sign-out on a full disk ends connections of applications and transfers', async () => {
  const one = await openApp(bob, 'one.localhost');
  const two = await openApp(bob, 'two.localhost');
  const sockets = await Promise.all([one, two].map((opened) => socketAtApp(gateway.base, opened)));
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  writeFileSync(join(directory, 'file'), Buffer.alloc(64 * 1024 * 1024));
  const response = await streamOf(`${files}?${at('file')}`).answer;
  response.once('data', () => response.pause());
  const cut = new Promise((resolve) => response.once('close', () => resolve(response.complete)));
  response.on('error', () => undefined);
  fillDatabase();
  expect((await bob.call('DELETE', 'sessions/web')).status).toBe(200);
  await Promise.all(closed);
  response.resume();
  expect(await cut).toBe(false);
});

test('a shell that exits on a full disk has no participants, and its end is logged later', async () => {
  const { db, events } = gateway.app.gateway.stores;
  const terminal = openTerminal(gateway, bob, { server_id: hostname(), login: LOGIN, term: { w: 80, h: 25 } });
  await terminal.until(() => terminal.of('r').length > 0, 'a prompt');
  db.exec('PRAGMA query_only = ON');
  terminal.type('exit\r');
  await terminal.closed;
  db.exec('PRAGMA query_only = OFF');
  const names = () => {
    const span = { fromMs: 0, toMs: gateway.nowMs(), order: 'desc', limit: 20 } as const;
    return events
      .page(span)
      .events.filter(({ user }) => user === `bob-${users}`)
      .map(({ event }) => event);
  };
  await expect.poll(names).toEqual(expect.arrayContaining(['session.leave', 'session.end']));
});

test('a role that expires on a full disk grants no access, and its sessions end', async () => {
  const { db } = gateway.app.gateway.stores;
  const name = `short-${users}`;
  const metadata = { name, expires: new Date(gateway.nowMs() + 60_000).toISOString() };
  const spec = { allow: { logins: [LOGIN], node_labels: { '*': '*' } } };
  const content = JSON.stringify({ kind: 'role', version: 'v6', metadata, spec });
  expect((await admin.call('POST', 'roles', { content })).status).toBe(200);
  const eve = await gateway.user(admin, `eve-${users}`, [name]);
  const terminal = openTerminal(gateway, eve, { server_id: hostname(), login: LOGIN, term: { w: 80, h: 25 } });
  await terminal.until(() => terminal.of('r').length > 0, 'a prompt');
  expect((await eve.call('GET', `${SITE}/nodes`)).status).toBe(200);
  db.exec('PRAGMA query_only = ON');
  onTestFinished(() => db.exec('PRAGMA query_only = OFF'));
  gateway.pass(61_000);
  expect((await eve.call('GET', `${SITE}/nodes`)).status).toBe(403);
  await terminal.closed;
});

test('an expired sign-in ends its open connections even if no write is possible', async () => {
  const { db } = gateway.app.gateway.stores;
  const socket = await socketAtApp(gateway.base, await openApp(bob, 'one.localhost'));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const terminal = openTerminal(gateway, bob, { server_id: hostname(), login: LOGIN, term: { w: 80, h: 25 } });
  await terminal.until(() => terminal.of('r').length > 0, 'a prompt');
  db.exec('PRAGMA query_only = ON');
  onTestFinished(() => db.exec('PRAGMA query_only = OFF'));
  gateway.pass(24 * 3600_000);
  await Promise.all([closed, terminal.closed]);
});
