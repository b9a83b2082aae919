// The embedded gateway in one process, with a controlled clock: time-dependent behaviour, and what must survive a
// restart.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiClient } from '../tests/support/ApiClient.ts';
import { createApp, type App } from './app.ts';
import type { Settings } from './config/settings.ts';
import { toGatewayConfig } from './config/toGatewayConfig.ts';
import type { PageSource } from './http/pages.ts';
import { Database } from './store/database.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PASSWORD = 'correct horse';

const pages: PageSource = {
  dev: false,
  html: () =>
    '<head><meta name="grv_csrf_token" content="" /><meta name="grv_bearer_token" content="" /></head><div id="app"></div>',
  serveAssets: () => undefined,
};

let dataDir: string;
let now: number;
let app: App;
let log: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'postern-app-'));
  now = Date.parse('2030-01-01T08:00:00Z');
  log = '';
  app = await start();
});
afterEach(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(auth = {}): Promise<App> {
  const settings: Settings = {
    dataDir,
    listen: { host: '127.0.0.1', port: 3080, trustProxy: false },
    publicUrl: 'http://localhost:3080',
    logLevel: 'info',
    mode: { kind: 'embedded' },
    config: toGatewayConfig({ cluster_name: 'example.test', auth: { second_factor: 'off', ...auth } }, dataDir),
  };
  const created = await createApp(settings, { pages, now: () => now, logStream: { write: (line) => (log += line) } });
  await created.server.listen({ host: '127.0.0.1', port: 0 });
  return created;
}
const client = () => new ApiClient(`http://localhost:${(app.server.server.address() as AddressInfo).port}`);
const tokenOf = (link: string | undefined) => link?.split('/').at(-1) ?? '';
async function admin(): Promise<ApiClient> {
  const browser = client();
  await browser.accept(tokenOf(app.inviteLink), PASSWORD);
  return browser;
}
const status = async (browser: ApiClient) => (await browser.call('GET', 'user/status')).status;
const events = async (browser: ApiClient): Promise<{ event: string; code: string; user?: string; name?: string }[]> => {
  const { json } = await browser.call('GET', 'sites/-current-/events/search?from=2020-01-01T00:00:00Z');
  return (json as { events: { event: string; code: string }[] }).events;
};

describe('the first invitation', () => {
  test('is printed at every start until it is accepted, and only the newest one is valid', async () => {
    const first = tokenOf(app.inviteLink);
    await app.close();
    app = await start();
    expect(tokenOf(app.inviteLink)).toMatch(/^[0-9a-f]{32}$/);
    expect(tokenOf(app.inviteLink)).not.toBe(first);
    await expect(client().accept(first, PASSWORD)).rejects.toThrow('not found');
    await admin();
    await app.close();
    app = await start();
    expect(app.inviteLink).toBeUndefined();
  });

  test('is not printed while local sign-in is off, and a notice names the fix', async () => {
    const isAboutLocal = (notice: string) => notice.startsWith('auth.local is false');
    expect((await app.notices()).some(isAboutLocal)).toBe(false);
    await app.close();
    app = await start({ local: false });
    expect(app.inviteLink).toBeUndefined();
    expect((await app.notices()).filter(isAboutLocal)).toEqual([expect.stringContaining('the account of admin')]);
  });

  test('expires after an hour', async () => {
    now += HOUR_MS;
    await expect(client().accept(tokenOf(app.inviteLink), PASSWORD)).rejects.toThrow('expired token');
    const { status: code, json } = await client().send({
      method: 'GET',
      path: `/v1/webapi/users/password/token/${tokenOf(app.inviteLink)}`,
    });
    expect([code, json]).toEqual([403, { error: { message: 'bad or expired token' } }]);
  });

  test('works once, even in two browsers at the same time', async () => {
    const token = tokenOf(app.inviteLink);
    const both = await Promise.allSettled([client().accept(token, PASSWORD), client().accept(token, PASSWORD)]);
    expect(both.map(({ status: how }) => how).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a web session', () => {
  test('must be renewed within ten minutes and ends after twelve hours', async () => {
    const ann = await admin();
    now += 10 * MINUTE_MS - 1;
    expect(await status(ann)).toBe(200);
    expect((await ann.call('POST', 'sessions/web/renew', {})).json).toMatchObject({ expires_in: 600 });
    now += 10 * MINUTE_MS;
    expect((await ann.call('GET', 'user/status')).json).toEqual({ error: { message: 'bad bearer token' } });
    await ann.openPage(); // too late: the page contains an expired token
    expect(await status(ann)).toBe(403);
    now = Date.parse('2030-01-01T20:00:00Z');
    const late = await ann.call('GET', 'user/status');
    expect(late.json).toEqual({ error: { message: 'need auth' } });
    expect(late.headers['set-cookie']?.[0]).toContain('__Host-session=;');
  });

  test('has the same end after a renewal', async () => {
    const ann = await admin();
    const ends = async () =>
      ((await ann.call('POST', 'sessions/web/renew', {})).json as { sessionExpires: string }).sessionExpires;
    const first = await ends();
    now += 5 * MINUTE_MS;
    expect(await ends()).toBe(first);
    expect(first).toBe('2030-01-01T20:00:00.000Z');
  });

  test('has its end in the page, and a renewal writes no event of a certificate', async () => {
    const ann = await admin();
    const certificates = async () => (await events(ann)).filter(({ event }) => event === 'cert.create').length;
    expect(await certificates()).toBe(1);
    await ann.call('POST', 'sessions/web/renew', {});
    const { text } = await ann.openPage();
    const inPage = /name="grv_bearer_token" content="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(JSON.parse(Buffer.from(inPage, 'base64').toString())).toMatchObject({
      sessionExpires: '2030-01-01T20:00:00.000Z',
    });
    expect(await certificates()).toBe(1);
  });

  test('has the permissions for kinds that the permissions of a cluster do not contain', async () => {
    const { json } = await (await admin()).call('GET', 'sites/-current-/context');
    const { posternAcl } = json as { posternAcl?: Record<string, object> };
    expect(Object.keys(posternAcl ?? {})).toEqual(['apps', 'kubeClusters', 'userGroups']);
    expect(posternAcl?.['apps']).toMatchObject({ list: true, create: false });
  });

  test('is limited by the roles', async () => {
    const ann = await admin();
    const content = 'kind: role\nversion: v6\nmetadata: {name: brief}\nspec: {options: {max_session_ttl: 5m}}\n';
    await ann.call('POST', 'roles', { content });
    const bob = client();
    await bob.accept(await ann.invite('bob', ['access', 'brief']), PASSWORD);
    const { json } = await bob.call('POST', 'sessions/web/renew', {});
    expect(json).toMatchObject({ expires_in: 300, sessionExpires: '2030-01-01T08:05:00.000Z' });
  });

  test('ends with all its renewals when its user signs out, and when its user is deleted', async () => {
    const ann = await admin();
    const bob = client();
    await bob.accept(await ann.invite('bob', ['access']), PASSWORD);
    const before = bob.signedIn;
    await bob.call('POST', 'sessions/web/renew', {});
    await bob.call('DELETE', 'sessions/web');
    const again = await bob.send({ method: 'GET', path: '/v1/webapi/user/status', headers: before });
    expect(again.json).toEqual({ error: { message: 'need auth' } });
    await bob.openPage('/web/login');
    expect((await bob.signIn('bob', PASSWORD)).status).toBe(200);
    expect(await status(bob)).toBe(200);
    await ann.call('DELETE', 'users/bob');
    expect(await status(bob)).toBe(403);
  });
});

describe('roles', () => {
  const viewer = (labels: string) =>
    `# who may look\nkind: role\nversion: v6\nmetadata:\n  name: viewer\nspec:\n  allow:\n    logins: [root, '{{internal.logins}}']\n    node_labels: {${labels}}\n`;

  test('apply from the next request', async () => {
    const ann = await admin();
    expect((await ann.call('POST', 'roles', { content: viewer('env: prod') })).status).toBe(200);
    const bob = client();
    await bob.accept(await ann.invite('bob', ['viewer']), PASSWORD);
    const servers = async () =>
      ((await bob.call('GET', 'sites/-current-/nodes?limit=10')).json as { items: { sshLogins: string[] }[] }).items;
    expect(await servers()).toEqual([]);
    await ann.call('PUT', 'roles/viewer', { content: viewer("'*': '*'") });
    expect(await servers()).toMatchObject([{ sshLogins: ['root'] }]);
    await ann.call('PUT', 'users', { name: 'bob', roles: ['viewer'], traits: { logins: ['ubuntu'] } });
    expect(await servers()).toMatchObject([{ sshLogins: ['root', 'ubuntu'] }]);
    expect((await bob.call('GET', 'roles')).json).toEqual({
      error: {
        message: 'access denied to perform action "list" on "role", access denied to perform action "read" on "role"',
      },
    });
  });

  test('keep their text with comments after a restart', async () => {
    const ann = await admin();
    const content = viewer('env: dev');
    await ann.call('POST', 'roles', { content });
    await app.close();
    app = await start();
    const again = client();
    await again.openPage();
    await again.signIn('admin', PASSWORD);
    const roles = (await again.call('GET', 'roles')).json as { name: string; content: string }[];
    expect(roles.find(({ name }) => name === 'viewer')?.content).toBe(content);
  });
});

describe('the audit log', () => {
  test('contains sign-ins, refusals and changes', async () => {
    const ann = await admin();
    const stranger = client();
    await stranger.openPage();
    await stranger.signIn('admin', 'wrong');
    await ann.call('POST', 'users', { name: 'bob', roles: ['access'] });
    await ann.call('DELETE', 'users/bob');
    const recorded = (await events(ann)).map(({ event, code, name }) => [event, code, name]);
    expect(recorded).toContainEqual(['user.login', 'T1000W', undefined]);
    expect(recorded).toContainEqual(['user.create', 'T1002I', 'bob']);
    expect(recorded).toContainEqual(['user.delete', 'T1004I', 'bob']);
    expect(recorded).toContainEqual(['reset_password_token.create', 'T6000I', 'admin']);
  });

  test('contains no event of a refused change', async () => {
    const ann = await admin();
    const before = (await events(ann)).length;
    const refused = await ann.call('PUT', 'users', { name: 'admin', roles: ['access'] });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('would leave no user who can administer users and roles');
    expect(await events(ann)).toHaveLength(before);
  });
});

test('a path without its last segment has no route, except where the contract has an answer', async () => {
  const ann = await admin();
  expect((await ann.call('DELETE', 'users/')).text).toBe('404 page not found\n');
  expect((await ann.call('GET', 'sites//nodes')).text).toBe('404 page not found\n');
  expect((await ann.call('GET', 'users/')).json).toEqual({ error: { message: 'missing username' } });
});

test('a failed write is reported with its reason and changes nothing', async () => {
  const ann = await admin();
  app.gateway.stores.db.exec('PRAGMA query_only = ON'); // like on a disk that has become read-only
  const refused = await ann.call('POST', 'users', { name: 'bob', roles: ['access'] });
  expect(refused.status).toBe(500);
  expect(refused.json).toEqual({
    error: { message: 'could not write to the database: the file is not writable. Nothing was changed' },
  });
  app.gateway.stores.db.exec('PRAGMA query_only = OFF');
  expect((await ann.call('GET', 'users/bob')).status).toBe(404);
  expect((await ann.call('POST', 'users', { name: 'bob', roles: ['access'] })).status).toBe(200);
});

test('writes fail at once while another process locks the database', async () => {
  const ann = await admin();
  const other = new Database(join(dataDir, 'postern.db'));
  other.exec('BEGIN IMMEDIATE');
  const refused = await ann.call('POST', 'users', { name: 'bob', roles: ['access'] });
  expect(refused.status).toBe(500);
  expect(refused.text).toContain('another process has locked it. Nothing was changed');
  const { db } = app.gateway.stores;
  expect(db.get('PRAGMA busy_timeout')).toEqual({ timeout: 0 });
  other.exec('COMMIT');
  other.close();
  expect((await ann.call('POST', 'users', { name: 'bob', roles: ['access'] })).status).toBe(200);
  expect(db.get<{ timeout: number }>('PRAGMA busy_timeout')?.timeout).toBeLessThan(50);
});

test('the log contains no tokens, cookies or passwords', async () => {
  const token = tokenOf(app.inviteLink);
  const ann = await admin();
  await ann.send({ method: 'GET', path: `/v1/webapi/user/status?access_token=${ann.bearer}`, headers: ann.signedIn });
  await ann.call('GET', `users/password/token/${token}`);
  expect(log).toContain('/webapi/user/status');
  for (const secret of [token, ann.bearer, ann.csrf, ...ann.cookies.values(), PASSWORD])
    expect(log).not.toContain(secret);
});

test('if one kind of session cannot be ended, the others still end', async () => {
  const browser = await admin();
  const broken = () => {
    throw new Error('the terminals are broken');
  };
  const ended: string[] = [];
  Object.assign(app.gateway.terminals, { endRevoked: broken, endSignIn: broken });
  Object.assign(app.gateway.queries, {
    endRevoked: () => ended.push('revoked'),
    endSignIn: () => ended.push('signed out'),
  });
  const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'guests' }, spec: {} });
  expect(await browser.call('POST', 'roles', { content })).toMatchObject({ status: 200 });
  expect(await browser.call('DELETE', 'sessions/web')).toMatchObject({ status: 200 });
  expect(ended).toEqual(['revoked', 'signed out']);
  expect(log).toContain('the terminals are broken');
});

test('an error after a stored change is logged, and the next steps still run', async () => {
  const browser = await admin();
  const logged: string[] = [];
  Object.assign(app.gateway.assist, {
    endRevoked: () => {
      throw new Error('Assist is broken');
    },
  });
  Object.assign(app.gateway.userTokens, { dropLocked: () => logged.push('proofs') });
  const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'guests' }, spec: {} });
  expect(await browser.call('POST', 'roles', { content })).toMatchObject({ status: 200 });
  expect(logged).toEqual(['proofs']);
  expect(log).toContain('Assist is broken');
});
