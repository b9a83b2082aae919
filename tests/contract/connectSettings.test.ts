// Connection settings of resources that users created in the console (http-resources §23), with real servers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { atApp, openApp } from '../support/appScene.ts';
import { selfSigned } from '../support/certificate.ts';
import { databaseDocument } from '../support/databaseEntries.ts';
import { startVncServer, vncPassword, type VncServer } from '../support/desktopServers.ts';
import { addRole, openTerminal, SITE, textOf } from '../support/inProcessTerminal.ts';
import { openDesktop } from '../support/desktopSocket.ts';
import { startKubernetes, type Kubernetes } from '../support/kubernetes.ts';
import { APP_PASSWORD, startPostgres, type TestDatabase } from '../support/postgres.ts';
import { readyQueries } from '../support/querySocket.ts';
import { addSecurityKey } from '../support/securityKey.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { startWebApp, type WebApp } from '../support/webApp.ts';

const SIZE = { w: 80, h: 24 };
const VNC_PASSWORD = 'lab12345';
const LABELS = { labels: { team: 'data' } };
const BASTION = '00000000-0000-4000-8000-000000000100';
const directory = mkdtempSync(join(tmpdir(), 'postern-connect-'));

let pg: TestDatabase;
let secure: TestDatabase;
let vnc: VncServer;
let kubernetes: Kubernetes;
let web: WebApp;
let sshd: Sshd;
let gateway: InProcess;
let admin: ApiClient;
const own = selfSigned();

beforeAll(async () => {
  [pg, secure, vnc, kubernetes, web, sshd] = await Promise.all([
    startPostgres(),
    startPostgres({ tls: own }),
    startVncServer(['-SecurityTypes', 'VncAuth', ...vncPassword(directory, VNC_PASSWORD)]),
    startKubernetes([{ namespace: 'default', name: 'web-1' }], ['dev']),
    startWebApp(),
    startSshd(),
  ]);
  gateway = await startInProcess({
    auth: { second_factor: 'optional' },
    inventory: [
      {
        kind: 'node',
        version: 'v2',
        sub_kind: 'openssh',
        metadata: { name: BASTION, labels: {} },
        spec: { addr: sshd.addr, hostname: 'bastion' },
        connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts },
      },
      { ...databaseDocument(pg, 'of-file'), connect: { password_file: '/nowhere' } },
    ],
  });
  admin = await gateway.admin();
  await addRole(admin, 'all', {
    allow: {
      db_labels: { '*': '*' },
      db_users: ['ann', 'reader'],
      db_names: ['shop'],
      app_labels: { '*': '*' },
      node_labels: { '*': '*' },
      logins: [userInfo().username],
      kubernetes_labels: { '*': '*' },
      kubernetes_users: ['dev'],
      kubernetes_resources: [{ kind: 'pod', namespace: '*', name: '*' }],
      windows_desktop_labels: { '*': '*' },
      windows_desktop_logins: ['lab'],
      rules: [{ resources: ['*'], verbs: ['*'] }],
    },
  });
  admin = await gateway.user(admin, 'boss', ['all', 'editor', 'auditor']);
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  await Promise.all([pg, secure, vnc, kubernetes, web, sshd].map((server) => server.stop()));
  rmSync(directory, { recursive: true });
});

const create = async (document: { kind: string } & Record<string, unknown>) => {
  const content = JSON.stringify(document);
  const answer = await admin.call('POST', `postern/documents/${document.kind}`, { content });
  if (answer.status !== 200) throw new Error(answer.text);
};
const set = (kind: string, name: string, connect: unknown): Promise<Answer> =>
  admin.call('PUT', `postern/connect/${kind}/${name}`, { connect });
const get = async (kind: string, name: string) => (await admin.call('GET', `postern/connect/${kind}/${name}`)).json;
/** Any revision of existing settings. */
const REVISION = expect.stringMatching(/./) as string;
const messageOf = ({ status, json }: Answer) =>
  `${status} ${(json as { error?: { message: string } }).error?.message ?? ''}`;

let names = 0;
const newName = () => `it-${(names += 1)}`;
async function database(server: TestDatabase = pg): Promise<string> {
  const name = newName();
  await create({ ...databaseDocument(server, name) });
  return name;
}
const as = () => ({ bearer: admin.bearer, cookie: admin.cookieHeader });
const tested = async (body: object) => {
  const { json } = await admin.call('POST', `${SITE}/diagnostics/connections`, body);
  const { traces } = json as { traces: { traceType: string; status: string; error?: string }[] };
  const last = traces.at(-1);
  return last?.status === 'SUCCESS' ? 'ok' : `${last?.traceType}: ${last?.error}`;
};
const testDatabase = (name: string, user = 'ann') =>
  tested({ resource_kind: 'db', resource_name: name, database_user: user, database_name: 'shop' });

describe('a database', () => {
  test('without settings refuses the sign-in, and with the password answers queries', async () => {
    const name = await database();
    expect(await get('db', name)).toEqual({ connect: {}, source: 'none', stale: false, revision: '' });
    expect(await testDatabase(name)).toMatch(/^DATABASE_DB_USER: /);
    expect((await set('db', name, { password: 'wrong' })).status).toBe(200);
    expect(await testDatabase(name)).toMatch(/^DATABASE_DB_USER: .*password/);
    const answer = await set('db', name, { password: APP_PASSWORD });
    expect(answer.json).toEqual({ connect: { password: true }, source: 'console', stale: false, revision: REVISION });
    expect(answer.text).not.toContain(APP_PASSWORD);
    expect(await testDatabase(name)).toBe('ok');
    const queries = await readyQueries(gateway.base, as(), { name, user: 'ann', database: 'shop' });
    expect((await queries.run('SELECT 42')).rows[0]).toEqual([['42']]);
  });

  test('keeps omitted secrets, and loses secrets that are null or whose settings are removed', async () => {
    const name = await database(secure);
    const sent = {
      password: APP_PASSWORD,
      user_map: { reader: { user: 'ann', password: APP_PASSWORD } },
      tls: { mode: 'verify-full', ca: own.cert, key: own.key, cert: own.cert },
    };
    expect((await set('db', name, sent)).json).toMatchObject({
      connect: { password: true, user_map: { reader: { user: 'ann', password: true } }, tls: { key: true } },
    });
    expect(await testDatabase(name, 'reader')).toBe('ok');
    expect(await testDatabase(name)).toMatch(/no credentials for ann/);
    const { password: _, ...rest } = sent;
    const kept = await set('db', name, { ...rest, user_map: { reader: { user: 'ann' } } });
    expect(kept.json).toMatchObject({ connect: { password: true, user_map: { reader: { password: true } } } });
    const again = await set('db', name, (kept.json as { connect: object }).connect);
    expect(again.json).toEqual({ ...(kept.json as object), revision: REVISION });
    const fewer = await set('db', name, {
      ...rest,
      password: null,
      user_map: {},
      tls: { mode: 'verify-full', ca: own.cert, key: null },
    });
    expect(fewer.json).toEqual({
      connect: { user_map: {}, tls: { mode: 'verify-full', ca: own.cert } },
      source: 'console',
      stale: false,
      revision: REVISION,
    });
    expect((await set('db', name, {})).json).toEqual({
      connect: {},
      source: 'console',
      stale: false,
      revision: REVISION,
    });
  });

  test('refuses a write that is based on older settings', async () => {
    const name = await database();
    const put = (connect: object, revision: string) =>
      admin.call('PUT', `postern/connect/db/${name}`, { connect, revision });
    const revisionOf = (json: unknown) => (json as { revision: string }).revision;
    const bobs = { user_map: { ann: { user: 'ann_ro' } } };
    expect((await put(bobs, '')).status).toBe(200);
    expect(messageOf(await put({ password: 'mine' }, ''))).toMatch(/^409 .*changed in the meantime/);
    const now = await get('db', name);
    expect(now).toMatchObject({ connect: bobs });
    const saved = await put({ ...bobs, password: 'mine' }, revisionOf(now));
    expect(saved.json).toMatchObject({ connect: { ...bobs, password: true } });
    expect((await put({ ...bobs, password: 'other' }, revisionOf(now))).status).toBe(409);
    expect(await get('db', name)).toEqual(saved.json);
  });

  test('can be reached through a server', async () => {
    const name = await database();
    const through = { via: 'bastion', via_login: userInfo().username };
    expect((await set('db', name, { password: APP_PASSWORD, ...through })).json).toMatchObject({ connect: through });
    expect(await testDatabase(name)).toBe('ok');
    expect(gateway.app.gateway.dialer.tunnels).toBe(1);
  });

  test('has no settings after their removal, and its sessions end', async () => {
    const name = await database();
    await set('db', name, { password: APP_PASSWORD });
    const queries = await readyQueries(gateway.base, as(), { name, user: 'ann', database: 'shop' });
    await set('db', name, { password: 'another' });
    expect((await queries.run('SELECT 1')).rows[0]).toEqual([['1']]);
    expect((await admin.call('DELETE', `postern/connect/db/${name}`)).status).toBe(200);
    await queries.closed;
    expect(await get('db', name)).toEqual({ connect: {}, source: 'none', stale: false, revision: '' });
    expect(await testDatabase(name)).toMatch(/^DATABASE_DB_USER: /);
    expect((await admin.call('DELETE', `postern/connect/db/${name}`)).status).toBe(200);
  });

  test('that is created again under the same name has no settings', async () => {
    const name = await database();
    await set('db', name, { password: APP_PASSWORD });
    await admin.call('DELETE', `postern/documents/db/${name}`);
    expect((await admin.call('GET', `postern/connect/db/${name}`)).status).toBe(404);
    await create(databaseDocument(pg, name));
    expect(await get('db', name)).toEqual({ connect: {}, source: 'none', stale: false, revision: '' });
  });

  test('of gateway.yaml has settings that cannot be changed', async () => {
    expect(await get('db', 'of-file')).toEqual({ connect: {}, source: 'file', stale: false, revision: '' });
    expect(messageOf(await set('db', 'of-file', { password: 'x' }))).toMatch(/^409 .*gateway\.yaml/);
    expect((await admin.call('DELETE', 'postern/connect/db/of-file')).status).toBe(409);
  });

  test('has an audit event without values for each change', async () => {
    const name = await database();
    await set('db', name, { password: APP_PASSWORD, tls: { mode: 'disable' } });
    await admin.call('DELETE', `postern/connect/db/${name}`);
    const include = 'postern.connect.update,postern.connect.delete';
    const query = new URLSearchParams({ from: '2029-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z', include });
    const { json, text } = await admin.call('GET', `${SITE}/events/search?${query}&limit=1000`);
    const events = (json as { events: Record<string, unknown>[] }).events.filter((event) => event['name'] === name);
    expect(events.map(({ code, user, resource_kind, settings }) => [code, user, resource_kind, settings])).toEqual([
      ['PCS02I', 'boss', 'db', undefined],
      ['PCS01I', 'boss', 'db', ['password', 'tls.mode']],
    ]);
    expect(text).not.toContain(APP_PASSWORD);
  });
});

test('an application can be reached through a server', async () => {
  const name = newName();
  await create({
    kind: 'app',
    version: 'v3',
    metadata: { name, ...LABELS },
    spec: { uri: `http://127.0.0.1:${web.port}` },
  });
  const before = gateway.app.gateway.dialer.tunnels;
  expect((await set('app', name, { via: BASTION, via_login: userInfo().username })).status).toBe(200);
  const test = () => tested({ resource_kind: 'app', resource_name: name });
  expect(await test()).toBe('ok');
  const opened = await openApp(admin, `${name}.localhost`);
  expect((await atApp(admin, `${name}.localhost`, '/', opened)).status).toBe(200);
  expect(gateway.app.gateway.dialer.tunnels).toBeGreaterThanOrEqual(Math.max(1, before));
  expect(messageOf(await set('app', name, { dump_headers: true }))).toMatch(/^400 unknown key dump_headers/);
  await admin.call('DELETE', `postern/connect/app/${name}`);
  expect((await atApp(admin, `${name}.localhost`, '/', opened)).status).not.toBe(200);
});

test('a Kubernetes cluster can be reached with the kubeconfig in its settings', async () => {
  const name = newName();
  await create({ kind: 'kube_cluster', version: 'v3', metadata: { name, ...LABELS }, spec: {} });
  const test = () => tested({ resource_kind: 'kube_cluster', resource_name: name });
  expect(await test()).toMatch(/^CONNECTIVITY: .*has no kubeconfig/);
  const answer = await set('kube_cluster', name, { kubeconfig: kubernetes.kubeconfig() });
  expect(answer.json).toEqual({ connect: { kubeconfig: true }, source: 'console', stale: false, revision: REVISION });
  expect(await test()).toBe('ok');
  await set('kube_cluster', name, { kubeconfig: kubernetes.kubeconfig('wrong-token') });
  expect(await test()).toMatch(/^KUBE_PRINCIPAL: /);
});

test('a shell that waits for a hardware key does not start after the kubeconfig is removed', async () => {
  const name = newName();
  await create({ kind: 'kube_cluster', version: 'v3', metadata: { name, ...LABELS }, spec: {} });
  await set('kube_cluster', name, { kubeconfig: kubernetes.kubeconfig() });
  await addRole(admin, 'keyed', {
    allow: {
      kubernetes_labels: { '*': '*' },
      kubernetes_users: ['dev'],
      kubernetes_resources: [{ kind: 'pod', namespace: '*', name: '*' }],
    },
    options: { require_session_mfa: true },
  });
  const kay = await gateway.user(admin, 'kay', ['keyed']);
  await addSecurityKey(kay);
  const shell = openTerminal(gateway, kay, {
    login: '-',
    server_id: `kubernetes/${name}/default/web-1/main`,
    term: SIZE,
  });
  await shell.until(() => shell.of('n').length > 0, 'a challenge');
  await admin.call('DELETE', `postern/connect/kube_cluster/${name}`);
  await shell.closed;
  expect(textOf(shell)).toBe('The connection settings have been removed.');
});

test('a desktop can be opened with the VNC password in its settings', async () => {
  const name = newName();
  await create({
    kind: 'windows_desktop',
    version: 'v3',
    metadata: { name, ...LABELS },
    spec: { addr: `127.0.0.1:${vnc.port}` },
  });
  const test = (windows_login = 'lab') =>
    tested({ resource_kind: 'windows_desktop', resource_name: name, windows_login });
  expect(await test()).toMatch(/^DESKTOP_LOGIN: .*password/);
  const refused = openDesktop(gateway, admin, name, { username: 'lab' });
  await refused.closed;
  expect((await set('windows_desktop', name, { vnc: { password: VNC_PASSWORD } })).json).toMatchObject({
    connect: { vnc: { password: true } },
  });
  expect(await test()).toBe('ok');
  expect(await test('nobody')).toMatch(/^RBAC_DESKTOP: /);
  const desktop = openDesktop(gateway, admin, name, { username: 'lab' });
  await desktop.sees('picture');
  await admin.call('DELETE', `postern/connect/windows_desktop/${name}`);
  await desktop.closed;
  const both = await set('windows_desktop', name, { vnc: {}, rdp: { user: 'u', password: 'p' } });
  expect(messageOf(both)).toBe('400 expected vnc or rdp, not both');
});

test.each([
  ['app', { uri: 'http://127.0.0.1:1' }, /^CONNECTIVITY: .*refused/],
  ['app', { uri: 'https://127.0.0.1:PORT' }, /^CONNECTIVITY: .*TLS/],
  ['app', { uri: 'http://127.0.0.1:VNC' }, /^APP_RESPONSE: /],
  ['app', { uri: 'http://127.0.0.1:PORT/odd-upgrade' }, /^APP_RESPONSE: it closed the connection/],
  ['windows_desktop', { addr: '127.0.0.1:1' }, /^CONNECTIVITY: .*refused/],
  ['windows_desktop', { addr: '127.0.0.1:PORT' }, /^DESKTOP_LOGIN: /],
] as const)('a test of %s %j reports the failure', async (kind, spec, expected) => {
  const name = newName();
  const text = JSON.stringify(spec).replace('PORT', String(web.port)).replace('VNC', String(vnc.port));
  await create({ kind, version: 'v3', metadata: { name, ...LABELS }, spec: JSON.parse(text) as object });
  const body = { resource_kind: kind, resource_name: name, windows_login: 'lab' };
  expect(await tested(body)).toMatch(expected);
  expect(await tested({ ...body, resource_name: 'unknown' })).toMatch(/^RBAC_(APP|DESKTOP): unknown not found/);
});
