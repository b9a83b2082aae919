// Applications are untrusted: the server of an application must reach neither the console nor other ones, and clients
// reach only the address that its document names (http-resources §4.4).
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathAt } from '../../src/wire/appPath.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { atApp, CONSOLE, cookiesOf, echoOf, openApp, socketAtApp, type Opened } from '../support/appScene.ts';
import { openRaw } from '../support/rawConnection.ts';
import { startWebApp, type WebApp } from '../support/webApp.ts';

const [ONE, TWO] = ['one.localhost', 'two.localhost'];
/** In the form of the console’s session cookie. */
const CLAIM = Buffer.from('{"user":"a","sid":"b"}').toString('hex');

/** Accepts connections and never answers. */
const silent = createServer((socket) => {
  atSilent.add(socket.on('error', () => undefined).once('close', () => atSilent.delete(socket)));
  socket.resume();
});
const atSilent = new Set<Socket>();

let web: WebApp;
let other: WebApp;
let gateway: InProcess;
let admin: ApiClient;
let one: Opened;
let two: Opened;

beforeAll(async () => {
  [web, other] = await Promise.all([startWebApp(), startWebApp()]);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const app = (name: string, port: number, scheme = 'http', path = '') => ({
    kind: 'app' as const,
    version: 'v3',
    metadata: { name },
    spec: {
      uri: `${scheme}://127.0.0.1:${port}${path}`,
      rewrite: { headers: [{ name: 'X-Names', value: '{{external.names}}' }] },
    },
  });
  const { port } = silent.address() as AddressInfo;
  const odd = app('odd', web.port, 'http', '/odd-information');
  const inventory = [app('one', web.port), app('two', other.port), app('silent', port, 'https'), odd];
  gateway = await startInProcess({ inventory });
  admin = await gateway.admin();
  [one, two] = [await openApp(admin, ONE), await openApp(admin, TWO)];
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await Promise.all([web.stop(), other.stop()]);
  silent.close();
});

const raw = async (text: string): Promise<string> => {
  const connection = await openRaw({ base: gateway.base, send: text });
  const timer = setTimeout(() => connection.socket.destroy(), 3_000);
  await connection.closed;
  clearTimeout(timer);
  return connection.text();
};
const head = (line: string, host: string, more = '') =>
  `${line}\r\nHost: ${host}:3080\r\nCookie: ${cookiesOf(one)}\r\nConnection: close\r\n${more}\r\n`;

describe('the dialled address', () => {
  test.each([
    ['an absolute target', () => `GET http://127.0.0.1:${other.port}/echo HTTP/1.1`],
    ['a target with a user', () => `GET @127.0.0.1:${other.port}/echo HTTP/1.1`],
    ['a target with two slashes', () => `GET //127.0.0.1:${other.port}/echo HTTP/1.1`],
  ])('is not changed by %s', async (_, line) => {
    const before = other.asked.length;
    await raw(head(line(), ONE));
    expect(other.asked).toHaveLength(before);
  });
  test('is not changed by a redirect, which only the browser follows', async () => {
    const before = other.asked.length;
    const answer = await atApp(admin, ONE, `/redirect?to=http://127.0.0.1:${other.port}/echo`, one);
    expect(answer.status).toBe(302);
    expect(other.asked).toHaveLength(before);
  });
  test('is not changed by a header', async () => {
    const headers = { 'x-forwarded-host': TWO, forwarded: `host=${TWO}`, 'x-original-url': '/x' };
    const echo = echoOf(await atApp(admin, ONE, '/echo', one, { headers }));
    expect(echo.headers['host']).toBe(`127.0.0.1:${web.port}`);
    expect(echo.headers['x-forwarded-host']).toBe(`${ONE}:3080`);
  });
});

describe('requests within requests', () => {
  const inner = () => `GET /smuggled HTTP/1.1\r\nHost: ${ONE}\r\n\r\n`;
  test('are refused if the request has two lengths', async () => {
    const body = `0\r\n\r\n${inner()}`;
    const both = `Transfer-Encoding: chunked\r\nContent-Length: ${body.length}\r\n`;
    expect(await raw(head('POST /echo HTTP/1.1', ONE, both) + body)).toMatch(/^HTTP\/1.1 400/);
    expect(await raw(head('POST /echo HTTP/1.1', ONE, 'Content-Length: 1\r\nContent-Length: 2\r\n') + inner())).toMatch(
      /^HTTP\/1.1 400/,
    );
    expect(web.asked.join()).not.toContain('smuggled');
  });
  test('are refused if the transfer encoding is unknown', async () => {
    const answer = await raw(head('POST /echo HTTP/1.1', ONE, 'Transfer-Encoding: xchunked\r\n') + inner());
    expect(answer).toMatch(/^HTTP\/1.1 400/);
    expect(web.asked.join()).not.toContain('smuggled');
  });
  test('are not accepted as a body if Connection lists Content-Length', async () => {
    const text = head('GET /echo HTTP/1.1', ONE, `Content-Length: ${inner().length}\r\n`) + inner();
    expect(await raw(text.replace('close', 'close, content-length'))).toMatch(/^HTTP\/1.1 200/);
    await atApp(admin, ONE, '/echo', one);
    expect(web.asked.join()).not.toContain('smuggled');
  });
  test('are refused if the request upgrades to HTTP/2', async () => {
    const settings = 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    const answer = await raw(head('GET /echo HTTP/1.1', ONE, settings).replace('close', 'Upgrade, HTTP2-Settings'));
    expect(answer).toMatch(/^HTTP\/1.1 400/);
  });
  test('are removed from values of rewritten headers', async () => {
    const { stores } = gateway.app.gateway;
    const user = stores.users.find('admin')!;
    stores.users.update({ ...user, traits: { ...user.traits, names: ['good', 'bad\r\nX-Evil: 1'] } });
    const echo = echoOf(await atApp(admin, ONE, '/echo', one));
    expect(echo.headers['x-names']).toBe('good');
    expect(echo.headers['x-evil']).toBeUndefined();
  });
  test('on one connection each need their own cookies', async () => {
    const first = head('GET /echo HTTP/1.1', ONE).replace('close', 'keep-alive');
    const text = await raw(`${first}GET /echo HTTP/1.1\r\nHost: ${ONE}:3080\r\nConnection: close\r\n\r\n`);
    expect(text.match(/^HTTP\/1.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 302']);
  });
});

describe('cookies', () => {
  test('of one application give no access to another', async () => {
    expect((await atApp(admin, TWO, '/echo', one)).status).toBe(302);
    expect((await atApp(admin, ONE, '/echo', two)).status).toBe(302);
    const mixed = { ...one, subject_cookie_value: two.subject_cookie_value };
    expect((await atApp(admin, ONE, '/echo', mixed)).status).toBe(302);
  });
  test('of an application give no access to the console, and cause no redirect from the console', async () => {
    const before = web.asked.length;
    for (const path of ['/web', '/v1/webapi/users', '/echo']) {
      const answer = await admin.send({ method: 'GET', path, headers: { cookie: cookiesOf(one) } });
      expect([200, 403, 404]).toContain(answer.status);
    }
    expect(web.asked).toHaveLength(before);
    const { json } = await admin.send({ method: 'GET', path: '/v1/webapi/users', headers: { cookie: cookiesOf(one) } });
    expect(json).toMatchObject({ error: { message: 'missing session cookie' } });
  });
  test('of the console never reach an application', async () => {
    const headers = { cookie: `${cookiesOf(one)}; ${admin.cookieHeader}; own=1` };
    expect(echoOf(await atApp(admin, ONE, '/echo', one, { headers })).headers['cookie']).toBe('own=1');
  });
  test('of an application may have the name of the session cookie of the console', async () => {
    const own = `__Host-session=x=; __Host-session=${'ab'.repeat(16)}`;
    const headers = { cookie: `${cookiesOf(one)}; ${own}; ${admin.cookieHeader}; __Host-session=${CLAIM}` };
    expect(echoOf(await atApp(admin, ONE, '/echo', one, { headers })).headers['cookie']).toBe(own);
  });
  test.each([
    ['a=1; Domain=localhost', 'a=1'],
    ['a=1; domain=.localhost; Path=/', 'a=1; Path=/'],
    [`a=1; Domain=${ONE}`, `a=1; Domain=${ONE}`],
    [`a=1; Domain=${ONE}; Domain=localhost; Secure`, 'a=1; Secure'],
    ['a=1; Domain', 'a=1; Domain'],
    ['__Host-grv_app_session=x; Secure; Path=/', undefined],
    ['__Host-grv_csrf=x; Secure; Path=/', undefined],
    [`__Host-session=${CLAIM}; Secure; Path=/`, undefined],
    ['__Host-session=x; Path=/', '__Host-session=x; Path=/'],
  ])('that an application sets are limited to its host: %s', async (cookie, kept) => {
    const browser = new ApiClient(gateway.base); // it keeps cookies of all hosts together
    const answer = await atApp(browser, ONE, `/headers?set-cookie=${encodeURIComponent(cookie)}`, one);
    expect(answer.headers['set-cookie'] ?? [undefined]).toEqual([kept]);
  });
  test('of the console cannot be cleared by an application', async () => {
    const names = ['clear-site-data', 'alt-svc', 'strict-transport-security'];
    const answer = await atApp(admin, ONE, `/headers?${names.map((name) => `${name}=x`).join('&')}`, one);
    expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(names.join('|'))]));
  });
});

describe('an application’s host', () => {
  test('serves no page of the console', async () => {
    for (const path of ['/web', '/web/config.js', '/v1/webapi/ping', '/.well-known/jwks.json', '/web/app/x.js'])
      expect((await atApp(admin, ONE, path)).status, path).toBe(302);
    expect((await atApp(admin, ONE, '/web/login', one)).text).toBe('no such page\n');
  });
  test('issues a session only through the console', async () => {
    const form = new URLSearchParams({
      cookie_value: one.cookie_value,
      subject_cookie_value: one.subject_cookie_value,
    });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const origin of [undefined, 'null', `http://${ONE}:3080`, `http://${TWO}:3080`, 'http://localhost:3081']) {
      const answer = await atApp(admin, ONE, '/x-teleport-auth', undefined, {
        method: 'POST',
        headers: { origin, ...type },
        body: form.toString(),
      });
      expect([origin, answer.status, answer.headers['set-cookie']]).toEqual([origin, 403, undefined]);
    }
  });
  test.each([
    '//evil.test/a',
    '/\\evil.test',
    'https://evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    '///evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
  ])('redirects to itself for any path: %s', async (path) => {
    const form = new URLSearchParams({
      cookie_value: one.cookie_value,
      subject_cookie_value: one.subject_cookie_value,
      path,
    });
    const answer = await atApp(admin, ONE, '/x-teleport-auth', undefined, {
      method: 'POST',
      headers: { origin: CONSOLE, 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const to = /URL='([^']*)'/.exec(answer.text)?.[1] ?? 'none';
    expect(new URL(to, `http://${ONE}:3080`).host).toBe(`${ONE}:3080`);
    expect(new URL(pathAt(CONSOLE, path), CONSOLE).host).toBe('localhost:3080');
  });
  test('refuses large bodies and headers without a session', async () => {
    const form = await atApp(admin, ONE, '/x-teleport-auth', undefined, {
      method: 'POST',
      headers: { origin: CONSOLE, 'content-type': 'application/x-www-form-urlencoded' },
      body: `cookie_value=${'x'.repeat(70_000)}`,
    });
    expect(form.status).toBe(429);
    expect(
      (await atApp(admin, ONE, '/x-teleport-auth', undefined, { headers: { x: 'y'.repeat(20_000) } })).status,
    ).toBe(431);
    expect((await atApp(admin, ONE, '/', one, { headers: { x: 'y'.repeat(80_000) } })).status).toBe(431);
  });
  test('adds no headers for shared caches', async () => {
    const answer = await atApp(admin, ONE, '/headers?etag=1&cache-control=private', one);
    expect(answer.headers).toMatchObject({ etag: '1', 'cache-control': 'private' });
    expect(answer.headers['x-cache']).toBeUndefined();
  });
});

test.each(['/odd-status', '/odd-upgrade', '/odd-information'])(
  'the invalid answer of %s leaves no open connection',
  async (path) => {
    const before = await web.connections();
    for (let i = 0; i < 20; i++) expect((await atApp(admin, ONE, path, one)).status).toBe(502);
    await expect.poll(web.connections).toBeLessThanOrEqual(before);
  },
);

test('a connection test ends at an application that sends informational answers without end', async () => {
  const { json } = await admin.call('POST', 'sites/-current-/diagnostics/connections', {
    resource_kind: 'app',
    resource_name: 'odd',
  });
  const failed = { traceType: 'APP_RESPONSE', status: 'FAILED', error: 'it sends no final answer' };
  expect(json).toMatchObject({ success: false, traces: expect.arrayContaining([expect.objectContaining(failed)]) });
});

test('a websocket opens only for pages of the application', async () => {
  for (const origin of [`http://${TWO}:3080`, CONSOLE, 'https://evil.example', 'null'])
    await expect(socketAtApp(gateway.base, one, '/socket', { origin })).rejects.toThrow('403');
  const own = await socketAtApp(gateway.base, one, '/socket', { origin: `http://${ONE}:3080` });
  own.close();
});

test('a connection that one session has signed in is not used for another', async () => {
  const [first, second] = [await openApp(admin, ONE), await openApp(admin, ONE)];
  await expect.poll(web.connections, { timeout: 10_000 }).toBe(0);
  echoOf(await atApp(admin, ONE, '/echo', first));
  echoOf(await atApp(admin, ONE, '/echo', first));
  expect(await web.connections()).toBe(1);
  echoOf(await atApp(admin, ONE, '/echo', second));
  expect(await web.connections()).toBe(2);
});

test('a websocket beyond the limit of a user opens no connection to any application', async () => {
  const user = await gateway.user(admin, 'greedy');
  const own = await openApp(user, ONE);
  for (let i = 0; i < 12; i++) await Promise.all(Array.from({ length: 100 }, () => socketAtApp(gateway.base, own)));
  const before = await web.connections();
  await expect(socketAtApp(gateway.base, own)).rejects.toThrow();
  expect(await web.connections()).toBe(before);
  await expect(socketAtApp(gateway.base, await openApp(user, TWO))).rejects.toThrow();
  await user.call('DELETE', 'sessions/web');
  await expect.poll(web.open).toBe(0);
});

test.each([
  ['a request', ''],
  ['a websocket', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
])('%s that its client gives up leaves no connection to an application that does not answer', async (_, headers) => {
  const opened = await openApp(admin, 'silent.localhost');
  const text = `GET / HTTP/1.1\r\nHost: silent.localhost:3080\r\nCookie: ${cookiesOf(opened)}\r\n${headers}\r\n`;
  const connections = await Promise.all(Array.from({ length: 20 }, () => openRaw({ base: gateway.base, send: text })));
  await expect.poll(() => atSilent.size).toBe(20);
  for (const { socket } of connections) socket.destroy();
  await expect.poll(() => atSilent.size, { timeout: 5000 }).toBe(0); // a handshake may take ten seconds
});

test('a user can open a thousand websockets, and all of them end with the sign-in', async () => {
  const user = await gateway.user(admin, 'many');
  const own = await openApp(user, ONE);
  const sockets = [];
  for (let i = 0; i < 10; i++)
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => socketAtApp(gateway.base, own)))));
  expect(web.open()).toBe(1000);
  const closed = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  await user.call('DELETE', 'sessions/web');
  await closed;
  await expect.poll(web.open).toBe(0);
});

test('the oldest session of a user is removed beyond the limit of sessions', async () => {
  const user = await gateway.user(admin, 'often');
  const first = await openApp(user, ONE);
  for (let i = 0; i < 50; i++) await openApp(user, ONE);
  expect((await atApp(user, ONE, '/echo', first)).status).toBe(302);
  expect((await atApp(admin, ONE, '/echo', one)).status).toBe(200);
});
