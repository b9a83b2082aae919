// L9: access to the list of sign-ins and their end, and the cost of the list.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SIGN_INS_MAX } from '../../gateway/identity/webSessions.ts';
import type { WebSessionJson, WebSessionsJson } from '../../src/wire/webSessions.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { TerminalClient } from '../support/terminalClient.ts';

const OWN = 'postern/sessions/web';
const of = (user: string) => `postern/users/${user}/sessions/web`;

let gateway: InProcess;
let admin: ApiClient;
let mara: ApiClient;

beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
  mara = await gateway.user(admin, 'mara');
});
afterAll(() => gateway.stop());

/** Another browser of the user. */
async function browserOf(user: string, userAgent?: string): Promise<ApiClient> {
  const browser = gateway.client();
  await browser.openPage('/web/login');
  const { status } = await browser.send({
    method: 'POST',
    path: '/v1/webapi/sessions/web',
    headers: { cookie: browser.cookieHeader, 'x-csrf-token': browser.csrf, 'user-agent': userAgent },
    body: { user, pass: PASSWORD, second_factor_token: '' },
  });
  expect(status).toBe(200);
  gateway.pass(5000); // the rate limit
  return browser;
}
async function listOf(client: ApiClient, path = OWN): Promise<WebSessionJson[]> {
  const { status, json } = await client.call('GET', path);
  expect(status).toBe(200);
  return (json as WebSessionsJson).sessions;
}
const currentOf = async (client: ApiClient): Promise<WebSessionJson> => {
  const session = (await listOf(client)).find(({ current }) => current);
  if (!session) throw new Error('no session is marked as the current one');
  return session;
};
const isIn = async (client: ApiClient): Promise<boolean> => (await client.call('GET', 'user/status')).status === 200;
/** The parts of a request and its answer that a sign-in reads. */
const request = { ip: '192.0.2.1', headers: {} } as FastifyRequest;
const reply = { setCookie: () => reply } as unknown as FastifyReply;
const endOthers = (client: ApiClient) => client.call('DELETE', `${OWN}?keep=current`);
const shellOf = (client: ApiClient): TerminalClient =>
  new TerminalClient(
    `${gateway.base.replace('http', 'ws')}/v1/webapi/sites/-current-/connect?access_token=${client.bearer}&params=${encodeURIComponent(
      JSON.stringify({ server_id: gateway.app.gateway.hostId, login: 'root', term: { h: 24, w: 80 } }),
    )}`,
    { cookie: client.cookieHeader },
  );

describe("L9: the user's own sessions", () => {
  beforeEach(async () => {
    await endOthers(mara);
  });

  test('are listed with distinguishing details, and a renewal adds none', async () => {
    const other = await browserOf('mara', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0');
    expect((await other.call('POST', 'sessions/web/renew', {})).status).toBe(200);
    const [first, second, ...more] = await listOf(mara);
    expect(more).toEqual([]);
    expect([first?.current, second?.current].filter(Boolean)).toEqual([true]);
    const listed = [first, second].find((session) => session?.current === false);
    expect(listed).toMatchObject({ method: 'password', address: expect.stringMatching(/^127\./) });
    expect(Date.parse(listed?.expires ?? '')).toBeGreaterThan(gateway.nowMs());
    expect(Date.parse(listed?.lastActive ?? '')).toBeGreaterThanOrEqual(Date.parse(listed?.created ?? ''));
  });

  test('show the last activity of the user, not of an open page', async () => {
    const other = await browserOf('mara');
    const lastActive = async () => {
      const listed = (await listOf(mara)).find(({ current }) => !current);
      return Date.parse(listed?.lastActive ?? '');
    };
    const before = await lastActive();
    gateway.pass(60_000);
    await other.call('GET', 'user/status');
    await other.call('POST', 'sessions/web/renew', {});
    expect(await lastActive()).toBe(before);
    await other.call('GET', 'sites');
    expect(await lastActive()).toBe(gateway.nowMs());
  });

  test('are private: the ID of another user’s session is answered like an unknown ID', async () => {
    const { id } = await currentOf(admin);
    const foreign = await mara.call('DELETE', `${OWN}/${id}`);
    const unknown = await mara.call('DELETE', `${OWN}/${crypto.randomUUID()}`);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.text.replaceAll(id, '')).toBe(unknown.text.replaceAll(/[0-9a-f-]{36}/g, ''));
    expect(await isIn(admin)).toBe(true);
  });

  test('of existing and unknown users are hidden from users without administration rights', async () => {
    const { id } = await currentOf(admin);
    for (const user of ['admin', 'nobody', 'mara']) {
      const answers = [
        await mara.call('GET', of(user)),
        await mara.call('DELETE', of(user)),
        await mara.call('DELETE', `${of(user)}/${id}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect(await isIn(admin)).toBe(true);
  });

  test('cannot be ended by an administrator who may only read users', async () => {
    const spec = { allow: { rules: [{ resources: ['user'], verbs: ['list', 'read'] }] } };
    const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'reader' }, spec });
    await admin.call('POST', 'roles', { content });
    const reader = await gateway.user(admin, 'reader', ['reader']);
    const [session] = await listOf(reader, of('mara'));
    expect((await reader.call('DELETE', `${of('mara')}/${session?.id ?? ''}`)).status).toBe(403);
    expect((await reader.call('DELETE', of('mara'))).status).toBe(403);
    expect(await isIn(mara)).toBe(true);
  });

  test('have IDs that give no access', async () => {
    const { id } = await currentOf(mara);
    const cookie = (sid: string) =>
      `__Host-session=${Buffer.from(JSON.stringify({ user: 'mara', sid })).toString('hex')}`;
    const path = '/v1/webapi/user/status';
    const asCookie = { cookie: cookie(id), authorization: `Bearer ${mara.bearer}` };
    const asBearer = { cookie: mara.cookieHeader, authorization: `Bearer ${id}` };
    for (const headers of [asCookie, asBearer]) {
      expect((await gateway.client().send({ method: 'GET', path, headers })).status).toBe(403);
    }
    expect(await isIn(mara)).toBe(true);
  });

  test('of other users cannot be ended by a user who may only update users', async () => {
    const rules = [{ resources: ['user'], verbs: ['update'] }];
    const content = JSON.stringify({
      kind: 'role',
      version: 'v6',
      metadata: { name: 'updater' },
      spec: { allow: { rules } },
    });
    expect((await admin.call('POST', 'roles', { content })).status).toBe(200);
    const updater = await gateway.user(admin, 'uma', ['updater']);
    const { id } = await currentOf(mara);
    expect((await updater.call('DELETE', `${of('mara')}/${id}`)).status).toBe(403);
    expect((await updater.call('DELETE', of('mara'))).status).toBe(403);
    expect(await listOf(mara)).not.toEqual([]);
  });

  test('are refused at once after their end (cookie, bearer and page), and that of the caller continues', async () => {
    const other = await browserOf('mara');
    const { id } = await currentOf(other);
    expect((await mara.call('DELETE', `${OWN}/${id}`)).status).toBe(200);
    expect(await isIn(other)).toBe(false);
    // Only the bearer of the ended session, with a valid cookie.
    const headers = { cookie: mara.cookieHeader, authorization: `Bearer ${other.bearer}` };
    expect((await mara.send({ method: 'GET', path: '/v1/webapi/user/status', headers })).status).toBe(403);
    expect((await other.openPage()).text).not.toMatch(/grv_bearer_token" content="[^"]/);
    expect(await isIn(mara)).toBe(true);
    expect((await mara.call('DELETE', `${OWN}/${id}`)).status).toBe(404);
  });

  test('end with their open terminals, which show the reason', async () => {
    const other = await browserOf('mara', undefined);
    const theirs = await browserOf('admin');
    const shell = shellOf(theirs);
    expect(await shell.opened).toBeUndefined();
    await shell.session();
    expect((await admin.call('DELETE', `${OWN}/${(await currentOf(theirs)).id}`)).status).toBe(200);
    await shell.sees('You were signed out');
    await shell.closed;
    expect(await isIn(other)).toBe(true);
  });

  test('end together with the current one (sign out everywhere), or without it (sign out the others)', async () => {
    const [one, two] = [await browserOf('mara'), await browserOf('mara')];
    expect((await endOthers(one)).status).toBe(200);
    expect([await isIn(one), await isIn(two), await isIn(mara)]).toEqual([true, false, false]);
    const answer = await one.call('DELETE', OWN);
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']?.join()).toMatch(/__Host-session=;/);
    expect(await isIn(one)).toBe(false);
    expect(await isIn(admin)).toBe(true);
    mara = await browserOf('mara');
  });

  test('are not ended by an unknown value of `keep`', async () => {
    const other = await browserOf('mara');
    expect((await mara.call('DELETE', `${OWN}?keep=all`)).status).toBe(400);
    expect(await isIn(other)).toBe(true);
  });

  test('cannot be listed or ended by a locked user, who can only sign out of the current one', async () => {
    const locked = await gateway.user(admin, 'lena');
    const other = await browserOf('lena');
    const { id } = await currentOf(other);
    await admin.call('PUT', 'sites/example.test/locks', { targets: { user: 'lena' }, message: 'left' });
    const calls = [
      await locked.call('GET', OWN),
      await locked.call('DELETE', `${OWN}/${id}`),
      await locked.call('DELETE', OWN),
    ];
    expect(calls.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await locked.call('DELETE', 'sessions/web')).status).toBe(200);
  });
});

describe('L9: sessions of other users', () => {
  test('can be listed and ended by an administrator, whom the audit log names', async () => {
    const other = await browserOf('mara');
    const { id } = await currentOf(other);
    const listed = await listOf(admin, of('mara'));
    expect(listed.map((session) => session.id)).toContain(id);
    expect(listed.some(({ current }) => current)).toBe(false);
    expect((await admin.call('DELETE', `${of('mara')}/${id}`)).status).toBe(200);
    expect(await isIn(other)).toBe(false);
    expect(await isIn(mara)).toBe(true);
    expect((await admin.call('DELETE', of('mara'))).status).toBe(200);
    expect(await isIn(mara)).toBe(false);
    const { events } = gateway.app.gateway.stores.events.page({
      fromMs: 0,
      toMs: gateway.nowMs(),
      names: ['client.disconnect'],
      order: 'asc',
      limit: 10,
    });
    expect(events.filter(({ updated_by }) => updated_by === 'admin')).toMatchObject([
      { user: 'mara', code: 'T3006I', reason: 'signed out of one web session by admin' },
      { user: 'mara', code: 'T3006I', reason: expect.stringMatching(/ by admin$/) },
    ]);
    mara = await browserOf('mara');
  });

  test('cannot be ended with the name of a different user', async () => {
    const { id } = await currentOf(mara);
    expect((await admin.call('DELETE', `${of('reader')}/${id}`)).status).toBe(404);
    expect((await admin.call('DELETE', `${of('nobody')}/${id}`)).status).toBe(404);
    expect((await admin.call('DELETE', `${of('mara')}/${(await currentOf(admin)).id}`)).status).toBe(404);
    expect([await isIn(mara), await isIn(admin)]).toEqual([true, true]);
  });

  test('can be listed and ended if the user name has a slash', async () => {
    const user = await gateway.user(admin, 'ops/mara');
    expect(await listOf(admin, of('ops%2Fmara'))).toHaveLength(1);
    expect((await admin.call('DELETE', of('ops%2Fmara'))).status).toBe(200);
    expect(await isIn(user)).toBe(false);
  });
});

describe('L9: limits', () => {
  test.each([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['eight kilobytes', `Mozilla/5.0 ${'A'.repeat(8000)} Firefox/128.0`],
    ['terminal escapes', 'Mozilla/5.0 \u009b31m (X11; Linux x86_64) Firefox/1'],
    ['an object’s property', '__proto__ constructor toString'],
  ])('of a hostile User-Agent (%s) only known terms are stored', async (_, userAgent) => {
    const browser = await browserOf('mara', userAgent);
    const { client } = await currentOf(browser);
    expect(client.length).toBeLessThanOrEqual(64);
    expect(client).toMatch(/^[A-Za-z ]*$/);
    await browser.call('DELETE', 'sessions/web');
  });

  test('a thousand sign-ins leave a hundred sessions, including the one in use', async () => {
    const { webSessions, users } = gateway.app.gateway.stores;
    const unused = await browserOf('mara');
    const user = users.find('mara');
    if (!user) throw new Error('no such user');
    for (let n = 0; n < 1000; n += 1) {
      gateway.pass(100);
      if (n % 50 === 0) await listOf(mara); // a call that only a user makes
      // The step after the password check, because a thousand password checks take too long.
      gateway.app.gateway.sessions.open(user, request, reply, { method: 'password' });
    }
    expect([await isIn(mara), await isIn(unused)]).toEqual([true, false]);
    const listed = await listOf(mara);
    expect(listed).toHaveLength(SIGN_INS_MAX);
    expect(JSON.stringify(listed).length).toBeLessThan(64 * 1024);
    expect(webSessions.signInsOf('mara', gateway.nowMs())).toHaveLength(SIGN_INS_MAX);
  });

  test('two hundred renewals of one sign-in leave a bounded number of sessions', async () => {
    const browser = await browserOf('mara');
    for (let n = 0; n < 200; n += 1) expect((await browser.call('POST', 'sessions/web/renew', {})).status).toBe(200);
    const { db } = gateway.app.gateway.stores;
    const { id } = await currentOf(browser);
    const row = db.get<{ n: number }>('SELECT count(*) AS n FROM web_sessions WHERE login_id = ?', id);
    expect(row?.n).toBeLessThanOrEqual(10);
  });
});
