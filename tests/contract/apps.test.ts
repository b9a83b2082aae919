// Web applications through the gateway (http-resources §4.2–4.5).
import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AuthnChallengeJson, RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { atApp, CONSOLE, echoOf, openApp, socketAtApp, streamAtApp, type Opened } from '../support/appScene.ts';
import { addRole, SITE } from '../support/inProcessTerminal.ts';
import { SoftKey } from '../support/SoftKey.ts';
import { startWebApp, type WebApp } from '../support/webApp.ts';

let web: WebApp;
let gateway: InProcess;
let admin: ApiClient;
let opened: Opened;

const ECHO = 'echo.localhost';
const MB = 1024 * 1024;

beforeAll(async () => {
  web = await startWebApp();
  const app = (name: string, spec: object, more: object = {}) => ({
    kind: 'app' as const,
    version: 'v3',
    metadata: { name, labels: { team: name } },
    spec: { uri: `http://127.0.0.1:${web.port}`, ...spec },
    ...more,
  });
  gateway = await startInProcess({
    auth: { second_factor: 'optional' },
    inventory: [
      app('echo', {
        rewrite: {
          redirect: ['elsewhere.internal', 'Login.Internal:443'],
          headers: [
            { name: 'X-Token', value: 'Bearer {{internal.jwt}}' },
            { name: 'X-Logins', value: '{{internal.logins}}' },
            { name: 'X-Forwarded-Host', value: 'evil.example' },
          ],
        },
      }),
      app('home', { uri: `http://127.0.0.1:${web.port}/home?x=1`, public_addr: 'home.example.test' }),
      app('gone', { uri: 'http://127.0.0.1:1' }),
      app('tls', { uri: `https://127.0.0.1:${web.port}` }),
      app('dump', {}, { connect: { dump_headers: true } }),
      app('queue', { uri: 'tcp://127.0.0.1:15098' }),
      app('aws', { uri: 'https://console.aws.amazon.com/ec2' }),
      app('hidden', {}),
    ],
  });
  admin = await gateway.admin();
  await addRole(admin, 'some', { allow: { app_labels: { team: ['echo', 'home'] } } });
  await addRole(admin, 'with-key', {
    allow: { app_labels: { team: 'echo' } },
    options: { require_session_mfa: true },
  });
  opened = await openApp(admin, ECHO);
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await web.stop();
});

const events = async (type: string) => {
  const { json } = await admin.call('GET', `${SITE}/events/search?include=${type}&limit=50`);
  return (json as { events: Record<string, unknown>[] }).events;
};

describe('the endpoint that resolves an application', () => {
  test.each([
    ['apps/echo.localhost', 200, { fqdn: ECHO }],
    ['apps/home.example.test', 200, { fqdn: 'home.example.test' }],
    ['apps/home.localhost', 200, { fqdn: 'home.example.test' }],
    ['apps/x/example.test/home.example.test', 200, { fqdn: 'home.example.test' }],
  ])('%s', async (path, status, body) => {
    const answer = await admin.call('GET', path);
    expect([answer.status, answer.json]).toEqual([status, body]);
  });
  test.each([
    ['apps/nope.localhost', 404, 'failed to resolve nope.localhost to any application within any cluster'],
    ['apps/app.elsewhere.test', 400, 'FQDN "app.elsewhere.test" is not a subdomain of the proxy'],
    ['apps/one.echo.localhost', 400, 'FQDN "one.echo.localhost" is not a subdomain of the proxy'],
    ['apps/echo', 400, 'invalid FQDN: echo'],
    ['apps/x/example.test/y.test', 404, 'failed to match applications with public addr y.test'],
  ])('%s is refused', async (path, status, message) => {
    const answer = await admin.call('GET', path);
    expect([answer.status, answer.json]).toMatchObject([status, { error: { message } }]);
  });
  test('a path with two segments is not found', async () => {
    expect((await admin.call('GET', 'apps/echo.localhost/example.test')).text).toBe('404 page not found\n');
  });
});

describe('a session', () => {
  test('is refused without a name and for an application that a browser cannot open', async () => {
    const refused = async (fqdn: string) => (await admin.call('POST', 'sessions/app', { fqdn })).status;
    expect(await refused('')).toBe(400);
    expect(await refused('queue.localhost')).toBe(501);
    expect(await refused('app.elsewhere.test')).toBe(400);
    expect(await refused('aws.localhost')).toBe(501);
    expect(await refused('nope.localhost')).toBe(404);
  });
  test('requires a role that allows the application', async () => {
    const user = await gateway.user(admin, 'sam', ['some']);
    expect((await user.call('POST', 'sessions/app', { fqdn: 'hidden.localhost' })).status).toBe(403);
    expect((await user.call('POST', 'sessions/app', { fqdn: ECHO })).status).toBe(200);
  });
  test('requires an unused answer of a hardware key if the roles require a key', async () => {
    const kim = await gateway.user(admin, 'kim', ['with-key']);
    const required = async (fqdn: string, user = kim) =>
      (await user.call('POST', `${SITE}/mfa/required`, { app: { fqdn } })).json;
    const open = (more: object = {}) => kim.call('POST', 'sessions/app', { fqdn: ECHO, ...more });
    expect([await required(ECHO), await required(ECHO, admin)]).toEqual([{ required: true }, { required: false }]);
    expect((await kim.call('POST', `${SITE}/mfa/required`, { app: { fqdn: 'nope.localhost' } })).status).toBe(404);
    const refused = await open();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('hardware key')]);

    const key = new SoftKey('http://localhost:3080');
    const tokenId = String((await kim.call('POST', 'users/privilege/token', {})).json);
    const asked = { deviceType: 'webauthn', deviceUsage: 'mfa' };
    const { json } = await kim.call('POST', `mfa/token/${tokenId}/registerchallenge`, asked);
    const creation = (json as RegisterChallengeJson).webauthn?.publicKey;
    const device = { tokenId, deviceName: 'own', webauthnRegisterResponse: creation && key.create(creation) };
    expect((await kim.call('POST', 'mfa/devices', { ...device, deviceUsage: 'mfa' })).status).toBe(200);
    const answer = async () => {
      const challenge = (await kim.call('POST', 'mfa/authenticatechallenge', {})).json as AuthnChallengeJson;
      if (!challenge.webauthn_challenge) throw new Error('no challenge for a key');
      return { mfa_response: { webauthn_response: key.get(challenge.webauthn_challenge.publicKey) } };
    };
    const first = await answer();
    expect((await open(first)).status).toBe(200);
    expect((await open(first)).status).toBe(403);
    expect((await open({ mfa_response: {} })).status).toBe(403);
    const strange = new SoftKey('http://localhost:3080');
    strange.create(creation as never);
    const challenge = (await kim.call('POST', 'mfa/authenticatechallenge', {})).json as AuthnChallengeJson;
    const forged = strange.get(challenge.webauthn_challenge?.publicKey as never);
    expect((await open({ mfa_response: { webauthn_response: forged } })).status).toBe(403);
  });
  test('is in the audit log with one event for all of its requests', async () => {
    const own = await openApp(admin, ECHO);
    for (let i = 0; i < 5; i++) await atApp(admin, ECHO, '/nope', own);
    await atApp(admin, ECHO, '/teleport-logout', own);
    const [start] = await events('app.session.start');
    expect(start).toMatchObject({ code: 'T2007I', app_name: expect.any(String), user: expect.any(String) });
    const chunks = await events('app.session.chunk');
    expect(chunks).toEqual([expect.objectContaining({ code: 'T2008I', requests: 5, requests_failed: 5 })]);
    expect((await events('app.session.end'))[0]).toMatchObject({ code: 'T2011I', app_name: 'echo' });
  });
});

describe('the cookie exchange', () => {
  const auth = (method: string, headers: Record<string, string | undefined>, host = ECHO, body?: string) =>
    atApp(admin, host, '/x-teleport-auth', undefined, { method, headers, ...(body !== undefined && { body }) });
  const values = () => ({
    'x-cookie-value': opened.cookie_value,
    'x-subject-cookie-value': opened.subject_cookie_value,
  });
  const form = (more: Record<string, string> = {}) =>
    new URLSearchParams({
      cookie_value: opened.cookie_value,
      subject_cookie_value: opened.subject_cookie_value,
      ...more,
    }).toString();
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  test('accepts headers', async () => {
    const answer = await auth('POST', { origin: CONSOLE, ...values() });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['access-control-allow-origin']).toBe(CONSOLE);
    expect(answer.headers['set-cookie']).toEqual([
      `__Host-grv_app_session=${opened.cookie_value}; Path=/; HttpOnly; Secure; SameSite=None`,
      `__Host-grv_app_session_subject=${opened.subject_cookie_value}; Path=/; HttpOnly; Secure; SameSite=None`,
    ]);
  });
  test('accepts a form', async () => {
    const answer = await auth('POST', { origin: CONSOLE, ...FORM }, ECHO, form({ path: '/a?b=1' }));
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toHaveLength(2);
    expect(answer.headers['set-cookie']?.join()).toContain('SameSite=Lax');
    expect(answer.text).toContain("URL='/a?b=1'");
  });
  test.each([
    ['OPTIONS', CONSOLE, 200],
    ['OPTIONS', 'https://evil.example', 403],
    ['OPTIONS', undefined, 403],
    ['OPTIONS', '::not a url', 400],
    ['GET', CONSOLE, 405],
    ['GET', undefined, 405],
    ['HEAD', 'https://evil.example', 405],
    ['POST', 'null', 403],
    ['POST', undefined, 403],
    ['POST', 'https://evil.example', 403],
    ['POST', CONSOLE, 403],
  ])('answers %s from %s with %i', async (method, origin, status) => {
    const answer = await auth(method, { origin });
    expect(answer.status).toBe(status);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['access-control-allow-methods']).toBe(status === 405 ? undefined : 'POST');
  });
  test('is refused on another host and with a wrong second value', async () => {
    for (const host of ['dump.localhost', 'localhost', 'nobody.example'])
      expect((await auth('POST', { origin: CONSOLE, ...values() }, host)).status).toBe(403);
    const wrong = { ...values(), 'x-subject-cookie-value': '0'.repeat(64) };
    expect((await auth('POST', { origin: CONSOLE, ...wrong })).text).toBe('Forbidden\n');
    expect((await events('auth')).some(({ code }) => code === 'T3007W')).toBe(true);
  });
});

describe('a request', () => {
  test('without cookies or with unknown cookies is redirected to the console', async () => {
    const page = `${CONSOLE}/web/launch/${ECHO}`;
    expect((await atApp(admin, ECHO, '/a/b?c=1')).headers.location).toBe(`${page}?path=%2Fa%2Fb`);
    const nobody = { ...opened, cookie_value: '0'.repeat(64) };
    expect((await atApp(admin, ECHO, '/a/b', nobody)).headers.location).toBe(page);
    expect((await atApp(admin, ECHO, '/', { ...opened, subject_cookie_value: '' })).status).toBe(302);
  });
  test('contains the headers about the user, and no cookies of the session or forged headers', async () => {
    const headers = {
      cookie: `mine=1; ${admin.cookieHeader}; __Host-grv_app_session=${opened.cookie_value}; __Host-grv_app_session_subject=${opened.subject_cookie_value}`,
      'x-forwarded-for': '1.2.3.4',
      x_forwarded_host: 'evil.example',
      'teleport-jwt-assertion': 'forged',
      'x-custom': 'kept',
    };
    const echo = echoOf(await atApp(admin, ECHO, '/echo?a=1&b=%20', opened, { headers }));
    expect(echo.url).toBe('/echo?a=1&b=%20');
    expect(echo.headers).toMatchObject({
      host: `127.0.0.1:${web.port}`,
      cookie: 'mine=1',
      'x-custom': 'kept',
      'x-forwarded-host': `${ECHO}:3080`,
      'x-forwarded-port': '3080',
      'x-forwarded-proto': 'http',
      'x-forwarded-ssl': 'off',
    });
    expect(Object.keys(echo.headers)).not.toContain('x-forwarded-for');
    expect(Object.keys(echo.headers)).not.toContain('x_forwarded_host');
    const token = String(echo.headers['teleport-jwt-assertion']);
    expect(echo.headers['cf-access-token']).toBe(token);
    expect(echo.headers['x-token']).toBe(`Bearer ${token}`);
  });
  test('has a token with a valid signature of the published key', async () => {
    const echo = echoOf(await atApp(admin, ECHO, '/echo', opened));
    const [head = '', claims = '', signature = ''] = String(echo.headers['teleport-jwt-assertion']).split('.');
    const { json } = await admin.send({ method: 'GET', path: '/.well-known/jwks.json' });
    const [key] = (json as { keys: JsonWebKey[] }).keys;
    expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: '' });
    const isGood = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      createPublicKey({ key: key!, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    );
    expect(isGood).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: [`http://127.0.0.1:${web.port}`],
      iss: 'example.test',
      sub: 'admin',
      username: 'admin',
      roles: expect.arrayContaining(['access']),
    });
  });
  test('with a body arrives completely, also without a length', async () => {
    const post = await atApp(admin, ECHO, '/echo', opened, { method: 'POST', body: 'a=1' });
    expect(echoOf(post)).toMatchObject({ method: 'POST', body: 'a=1' });
    const { request, answer } = streamAtApp(gateway.base, '/upload', opened, { method: 'PUT' });
    const piece = Buffer.alloc(MB, 'u');
    for (let i = 0; i < 20; i++) if (!request.write(piece)) await once(request, 'drain');
    request.end();
    let text = '';
    for await (const part of await answer) text += String(part);
    const sha256 = createHash('sha256')
      .update(Buffer.alloc(20 * MB, 'u'))
      .digest('hex');
    expect(JSON.parse(text)).toEqual({ bytes: 20 * MB, sha256 });
  });
  test('of any method is forwarded', async () => {
    for (const method of ['DELETE', 'PATCH', 'PROPFIND', 'OPTIONS'])
      expect(echoOf(await atApp(admin, ECHO, '/echo', opened, { method })).method).toBe(method);
    const head = await atApp(admin, ECHO, '/download?bytes=7', opened, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '7', '']);
  });
  test('to the root of an application with a path is redirected to that path', async () => {
    const home = await openApp(admin, 'home.example.test');
    const answer = await atApp(admin, 'home.example.test', '/', home);
    expect([answer.status, answer.headers.location]).toEqual([302, 'http://home.example.test:3080/home']);
    expect([answer.text, answer.headers['content-type']]).toEqual(['', undefined]);
  });
  test('that cannot be served reports the reason and a suggested fix', async () => {
    const gone = await atApp(admin, 'gone.localhost', '/', await openApp(admin, 'gone.localhost'));
    expect([gone.status, gone.text]).toEqual([
      504,
      expect.stringMatching(/gone cannot be reached.*127.0.0.1:1[^]*Try again/),
    ]);
    expect(gone.headers['content-type']).toContain('text/plain');
    const page = await atApp(admin, 'gone.localhost', '/', await openApp(admin, 'gone.localhost'), {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    });
    expect([page.status, page.headers['content-type']]).toEqual([504, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.text).toContain('<h1>The application gone cannot be reached</h1><p>Cannot connect to 127.0.0.1:1');
    const tls = await atApp(admin, 'tls.localhost', '/', await openApp(admin, 'tls.localhost'));
    expect([tls.status, tls.text]).toEqual([504, expect.stringContaining('over TLS')]);
  });
  test('to a dump application is returned as text', async () => {
    const dump = await atApp(admin, 'dump.localhost', '/x?y=1', await openApp(admin, 'dump.localhost'), {
      method: 'POST',
      body: 'text',
    });
    expect(dump.text).toMatch(
      /^POST \/x\?y=1 HTTP\/1.1\r\n[^]*X-Forwarded-Host: dump.localhost:3080\r\n[^]*\r\n\r\ntext$/,
    );
  });
});

describe('a response', () => {
  test('is streamed as it arrives', async () => {
    const { request, answer } = streamAtApp(gateway.base, '/events', opened);
    request.end();
    const events: string[] = [];
    for await (const piece of await answer) {
      events.push(String(piece));
      if (events.length > 2) break;
    }
    expect(events[0]).toBe('data: 1\n\n');
    await expect.poll(web.open).toBe(0); // the connection to the application closes when the client disconnects
  });
  test('is paused while the client does not read, without use of memory', async () => {
    const before = process.memoryUsage().rss;
    const { request, answer } = streamAtApp(gateway.base, `/download?bytes=${2000 * MB}`, opened);
    request.end();
    const stream = await answer;
    stream.pause();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
    request.destroy();
    await expect.poll(web.open).toBe(0);
  });
  test('that is interrupted is not completed', async () => {
    const { request, answer } = streamAtApp(gateway.base, '/break', opened);
    request.end();
    await expect(async () => {
      for await (const piece of await answer) expect(piece).toBeInstanceOf(Buffer);
    }).rejects.toThrow();
  });
  test('has redirects to the public host of the application', async () => {
    const to = async (address: string) =>
      (await atApp(admin, ECHO, `/redirect?to=${encodeURIComponent(address)}`, opened)).headers.location;
    expect(await to(`http://127.0.0.1:${web.port}/next?a=1`)).toBe(`http://${ECHO}:3080/next?a=1`);
    expect(await to('https://elsewhere.internal/x')).toBe(`http://${ECHO}:3080/x`);
    expect(await to('https://login.internal/x')).toBe(`http://${ECHO}:3080/x`);
    expect(await to('https://login.internal:8443/x')).toBe('https://login.internal:8443/x');
    expect(await to('https://other.example/x')).toBe('https://other.example/x');
    expect(await to('/relative')).toBe('/relative');
    const utf8 = Buffer.from(`http://127.0.0.1:${web.port}/é?q=ü`).toString('latin1');
    expect(await to(utf8)).toBe(`http://${ECHO}:3080/%C3%A9?q=%C3%BC`);
    expect(await to(`http://127.0.0.1:${web.port}/\xe9`)).toBe(`http://${ECHO}:3080/%E9`);
  });
  test('keeps separate WWW-Authenticate headers', async () => {
    const path = '/headers?www-authenticate=Negotiate&www-authenticate=Basic+realm%3D%22a%22';
    const { request, answer } = streamAtApp(gateway.base, path, opened);
    request.end();
    expect((await answer).headersDistinct['www-authenticate']).toEqual(['Negotiate', 'Basic realm="a"']);
  });
});

describe('a websocket', () => {
  test('transfers messages in both directions', async () => {
    const socket = await socketAtApp(gateway.base, opened);
    socket.send('hello');
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(data.toString()).toBe('hello');
    socket.close();
    await expect.poll(web.open).toBe(0);
  });
  test('without a session is redirected to the console', async () => {
    await expect(socketAtApp(gateway.base, { ...opened, cookie_value: 'x' })).rejects.toThrow('302');
  });
});

describe('the end of a session', () => {
  async function scene(name: string) {
    const user = await gateway.user(admin, name, ['some']);
    const own = await openApp(user, ECHO);
    const socket = await socketAtApp(gateway.base, own);
    const { request, answer } = streamAtApp(gateway.base, '/events', own);
    request.end();
    const stream = await answer;
    stream.on('error', () => undefined);
    const closed = Promise.all([
      once(socket, 'close'),
      new Promise((resolve) => stream.resume().once('close', resolve)),
    ]);
    return { user, own, closed };
  }

  test('happens at sign-out', async () => {
    const { user, own, closed } = await scene('ann');
    await user.call('DELETE', 'sessions/web');
    await closed;
    expect((await atApp(user, ECHO, '/echo', own)).status).toBe(302);
  });
  test('happens when a lock is created', async () => {
    const { user, own, closed } = await scene('bob');
    const { json } = await admin.call('PUT', `${SITE}/locks`, { targets: { user: 'bob' }, message: 'stop' });
    onTestFinished(async () => {
      await admin.call('DELETE', `${SITE}/locks/${(json as { name: string }).name}`);
    });
    await closed;
    expect((await atApp(user, ECHO, '/echo', own)).status).toBe(302);
  });
  test('happens when the role is removed', async () => {
    const { closed } = await scene('cid');
    await admin.call('PUT', 'users', { name: 'cid', roles: ['auditor'] });
    await closed;
  });
  test('happens at a sign-out of the application', async () => {
    const { user, own, closed } = await scene('dan');
    const answer = await atApp(user, ECHO, '/teleport-logout', own);
    expect([answer.status, answer.text, answer.headers['set-cookie']?.length]).toEqual([200, 'Logged out.\n', 2]);
    await closed;
  });
  test('happens when the application is removed', async () => {
    const { closed } = await scene('eve');
    gateway.app.gateway.stores.inventory.remove('app', [`${gateway.app.gateway.hostId}/echo`]);
    await closed;
  });
});
