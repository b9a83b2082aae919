// Protection of sign-ins. The comment above each test names the guard without which it fails.
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  BEARER_TTL_S,
  CSRF_COOKIE,
  LOCKOUT_FAILURES,
  LOCKOUT_MEMORY_MS,
  LOCKOUT_MS,
  RATE_BURST,
  RATE_PER_MINUTE,
  SESSION_COOKIE,
} from '../../src/wire/constants.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import type { Answer, ApiClient } from '../support/ApiClient.ts';

const API = '/v1/webapi';
const REFUSED = { error: { message: 'invalid credentials' } };

let gateway: InProcess;
let ann: ApiClient;
const start = async (file?: Parameters<typeof startInProcess>[0]) => {
  gateway = await startInProcess(file);
  ann = await gateway.admin();
};
afterEach(() => gateway.stop());

const status = async (browser: ApiClient, headers = browser.signedIn) =>
  (await browser.send({ method: 'GET', path: `${API}/user/status`, headers })).status;
const cookieOf = (user: string, sid: string) =>
  `${SESSION_COOKIE}=${Buffer.from(JSON.stringify({ user, sid })).toString('hex')}`;
const setCookies = (answer: Answer) => answer.headers['set-cookie'] ?? [];
/** A browser at the login form. */
async function stranger(): Promise<ApiClient> {
  const browser = gateway.client();
  await browser.openPage('/web/login');
  return browser;
}

describe('a session', () => {
  beforeEach(() => start());

  // Guard: every sign-in creates a new session id (WebSessions#issue).
  test('cannot be fixed before the sign-in: an earlier cookie gives no access afterwards', async () => {
    const invented = cookieOf('admin', 'a'.repeat(64));
    const browser = await stranger();
    const answer = await browser.send({
      method: 'POST',
      path: `${API}/sessions/web`,
      headers: { cookie: `${browser.cookieHeader}; ${invented}`, 'x-csrf-token': browser.csrf },
      body: { user: 'admin', pass: PASSWORD },
    });
    expect(answer.status).toBe(200);
    expect(setCookies(answer).join()).not.toContain(invented.split('=')[1]);
    const fixed = { ...browser.signedIn, cookie: invented };
    expect(await status(browser, fixed)).toBe(403);
    expect(await status(browser)).toBe(200);
  });

  // Guard: a session is found by user and id together (WebSessionStore.find).
  test('of an attacker does not become that of a user who signs in with its cookie', async () => {
    const eve = await gateway.user(ann, 'eve');
    const victim = await stranger();
    victim.cookies.set(SESSION_COOKIE, eve.cookies.get(SESSION_COOKIE) ?? '');
    expect((await victim.signIn('admin', PASSWORD)).status).toBe(200);
    const { json } = await eve.call('GET', 'sites/-current-/context');
    expect(json).toMatchObject({ userName: 'eve' });
    const sid = (JSON.parse(Buffer.from(eve.cookies.get(SESSION_COOKIE) ?? '', 'hex').toString()) as { sid: string })
      .sid;
    expect(await status(eve, { ...eve.signedIn, cookie: cookieOf('admin', sid) })).toBe(403);
  });

  test.each([
    ['[]', 'failed to decode cookie'],
    ['{"user":7,"sid":"a"}', 'failed to decode cookie'],
    ['{"user":"admin","sid":["a"]}', 'failed to decode cookie'],
    ['null', 'need auth'],
    ['{"user":"admin","sid":null}', 'need auth'],
  ])('with the cookie %s is refused as by a cluster', async (claim, message) => {
    const cookie = `${SESSION_COOKIE}=${Buffer.from(claim).toString('hex')}`;
    const headers = { ...ann.signedIn, cookie };
    const answer = await ann.send({ method: 'GET', path: `${API}/user/status`, headers });
    expect([answer.status, answer.json]).toEqual([403, { error: { message } }]);
  });

  // Guard: without a bearer token the cookie authenticates only a page (WebSessions.authenticate).
  test.each([
    ['no token', () => ({ authorization: undefined })],
    ['an empty token', () => ({ authorization: 'Bearer ' })],
    ['a lower-case scheme', () => ({ authorization: `bearer ${ann.bearer}` })],
    ['an unknown scheme', () => ({ authorization: `Token ${ann.bearer}` })],
    ['an invented token', () => ({ authorization: `Bearer ${'0'.repeat(64)}` })],
    ['the placeholder that a signed-out console sends', () => ({ authorization: 'Bearer undefined' })],
  ])('requires the bearer token together with its cookie: %s', async (_, without) => {
    const headers = { ...ann.signedIn, ...without() };
    const answer = await ann.send({ method: 'GET', path: `${API}/user/status`, headers });
    expect(answer.status).toBe(403);
  });

  // Guard: tokens belong to their user (WebSessionStore.hasBearer).
  test("does not accept another user's token, in the header or in the address", async () => {
    const bob = await gateway.user(ann, 'bob');
    const headers = { ...bob.signedIn, authorization: `Bearer ${ann.bearer}` };
    expect(await status(bob, headers)).toBe(403);
    const inAddress = `${API}/user/status?access_token=${ann.bearer}`;
    expect((await bob.send({ method: 'GET', path: inAddress, headers: bob.signedIn })).status).toBe(403);
  });

  test('accepts any valid token of its user for ten minutes, and prefers that in the address', async () => {
    const first = ann.bearer;
    gateway.pass(60_000);
    await ann.call('POST', 'sessions/web/renew', {});
    expect(ann.bearer).not.toBe(first);
    expect(await status(ann, { ...ann.signedIn, authorization: `Bearer ${first}` })).toBe(200);
    const basic = Buffer.from(`x:${first}`).toString('base64');
    expect(await status(ann, { ...ann.signedIn, authorization: `Basic ${basic}` })).toBe(200);
    const wrongFirst = { method: 'GET', path: `${API}/user/status?access_token=wrong`, headers: ann.signedIn };
    expect((await ann.send(wrongFirst)).status).toBe(403);
    gateway.pass(BEARER_TTL_S * 1000 - 60_000);
    expect(await status(ann, { ...ann.signedIn, authorization: `Bearer ${first}` })).toBe(403);
    expect(await status(ann)).toBe(200);
  });

  // Guard: ATTRIBUTES of sessionCookie.ts and those of csrf.ts.
  test('has cookies that scripts cannot read and that are not sent over plain connections', async () => {
    const page = await gateway.client().openPage('/web/login');
    expect(setCookies(page)).toEqual([
      expect.stringMatching(/^__Host-grv_csrf=[0-9a-f]{64}; Path=\/; HttpOnly; Secure; SameSite=None$/),
    ]);
    const browser = await stranger();
    const opened = await browser.signIn('admin', PASSWORD);
    const renewed = await browser.call('POST', 'sessions/web/renew', {});
    for (const answer of [opened, renewed]) {
      expect(setCookies(answer)).toEqual([
        expect.stringMatching(/^__Host-session=[0-9a-f]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      ]);
    }
    const closed = await browser.call('DELETE', 'sessions/web');
    expect(setCookies(closed)).toEqual(['__Host-session=; Path=/; HttpOnly; Secure; SameSite=Lax']);
  });

  // Guard: sessions are rows that refer to their user (ON DELETE CASCADE).
  test('ends when its user is deleted, and is invalid for a new user of the same name', async () => {
    const bob = await gateway.user(ann, 'bob');
    await ann.call('DELETE', 'users/bob');
    expect(await status(bob)).toBe(403);
    const namesake = await gateway.user(ann, 'bob');
    expect(await status(namesake)).toBe(200);
    expect(await status(bob)).toBe(403);
  });
});

describe('forged requests', () => {
  beforeEach(() => start());
  const forgeries: [string, (browser: ApiClient) => Record<string, string | undefined>][] = [
    ['without the header', ({ cookieHeader }) => ({ cookie: cookieHeader })],
    ['without the cookie', ({ csrf }) => ({ 'x-csrf-token': csrf })],
    [
      'with a value that differs from the cookie',
      ({ cookieHeader }) => ({ cookie: cookieHeader, 'x-csrf-token': 'b'.repeat(64) }),
    ],
    ['with the same malformed value twice', () => ({ cookie: `${CSRF_COOKIE}=zz`, 'x-csrf-token': 'zz' })],
    ['with two empty values', () => ({ cookie: `${CSRF_COOKIE}=`, 'x-csrf-token': '' })],
    ['with an empty header', ({ cookieHeader }) => ({ cookie: cookieHeader, 'x-csrf-token': '' })],
  ];

  // Guard: checkCsrf in routes/api.ts.
  test.each(forgeries)('cannot sign in %s', async (_, headers) => {
    const browser = await stranger();
    const body = { user: 'admin', pass: PASSWORD };
    const answer = await browser.send({ method: 'POST', path: `${API}/sessions/web`, headers: headers(browser), body });
    expect([answer.status, answer.json]).toEqual([403, { error: { message: 'access denied' } }]);
    expect(setCookies(answer).join()).not.toContain(SESSION_COOKIE);
  });

  test.each(forgeries)('cannot complete an invitation %s', async (_, headers) => {
    const token = await ann.invite('bob', ['access']);
    const browser = await stranger();
    const body = { token, password: Buffer.from('evil choice').toString('base64') };
    const sent = { method: 'PUT', path: `${API}/users/password/token`, headers: headers(browser), body };
    const answer = await browser.send(sent);
    expect([answer.status, answer.json]).toEqual([403, { error: { message: 'access denied' } }]);
    await gateway.client().accept(token, PASSWORD); // the token is still unused
  });

  test('are refused, but the value may be in the address instead of the header', async () => {
    const browser = await stranger();
    const path = `${API}/sessions/web?csrf_token=${browser.csrf}`;
    const body = { user: 'admin', pass: PASSWORD };
    const answer = await browser.send({ method: 'POST', path, headers: { cookie: browser.cookieHeader }, body });
    expect(answer.status).toBe(200);
  });
});

describe('codes of an authenticator app', () => {
  beforeEach(async () => {
    gateway = await startInProcess();
    ann = await gateway.admin();
    gateway.app.gateway.config.set({
      ...gateway.app.gateway.config.get(),
      auth: { ...gateway.app.gateway.config.get().auth, secondFactor: 'otp' },
    });
    gateway.app.gateway.stores.devices.add({
      id: 'd1',
      user: 'admin',
      name: 'phone',
      kind: 'totp',
      secret: SECRET,
      lastStep: 0,
      addedMs: gateway.nowMs(),
      usedMs: gateway.nowMs(),
    });
  });
  const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const codeAt = (ms: number) => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: ms });
  const signIn = async (code: string) => (await (await stranger()).signIn('admin', PASSWORD, code)).status;

  // Guard: DeviceStore.use accepts a period once, and no earlier period.
  test('are valid once, even if several browsers send the same code at the same time', async () => {
    const code = codeAt(gateway.nowMs());
    const all = await Promise.all([signIn(code), signIn(code), signIn(code)]);
    expect(all.toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
    expect(await signIn(code)).toBe(403);
  });

  test('of the previous period are invalid after a newer code, and a used code cannot change the password', async () => {
    const [before, now] = [codeAt(gateway.nowMs() - 30_000), codeAt(gateway.nowMs())];
    expect(await signIn(now)).toBe(200);
    expect(await signIn(before)).toBe(403);
    const [old, next] = [PASSWORD, 'another horse'].map((text) => Buffer.from(text).toString('base64'));
    const body = { old_password: old, new_password: next, second_factor_token: now };
    const answer = await ann.call('PUT', 'users/password', body);
    expect(answer.status).toBe(403);
    const token = await ann.call('POST', 'users/privilege/token', { secondFactorToken: now });
    expect(token.status).toBe(400);
  });
});

describe('many attempts', () => {
  beforeEach(() => start());
  const limited: [string, string, object][] = [
    ['POST', 'sessions/web', { user: 'nobody', pass: 'x' }],
    ['POST', 'mfa/login/begin', { passwordless: false, user: 'nobody', pass: 'x' }],
    ['POST', 'precapture', { event: 'tp.ui.recoveryCodesCopy.click', username: 'nobody' }],
    ['POST', 'github/login/console', {}],
    ['POST', 'ssh/certs', {}],
    ['GET', 'thumbprint', {}],
  ];

  // Guard: RateLimit.take, reached through the guards `limited` and `csrf+limited`.
  test('from one IP address share a rate limit that refills, and another address has its own limit', async () => {
    const hasty = await stranger();
    const answers = [];
    for (let n = 0; n <= RATE_BURST; n += 1) {
      const [method, path, body] = limited[n % limited.length] ?? ['', '', {}];
      answers.push(await hasty.send({ method, path: `${API}/${path}`, headers: hasty.signedIn, body }));
    }
    expect(answers.slice(0, RATE_BURST).map((answer) => answer.status)).not.toContain(429);
    expect(answers.at(-1)?.json).toEqual({ error: { message: 'max rate reached: retry-in 0s' } });
    for (const [method, path, body] of limited) {
      expect((await hasty.send({ method, path: `${API}/${path}`, headers: hasty.signedIn, body })).status).toBe(429);
    }
    expect((await (await stranger()).signIn('admin', PASSWORD)).status).toBe(200);
    gateway.pass(60_000 / RATE_PER_MINUTE);
    expect((await hasty.signIn('nobody', 'x')).status).toBe(403);
    expect((await hasty.signIn('nobody', 'x')).status).toBe(429);
  });

  test('at unlimited endpoints are answered without a limit', async () => {
    const browser = await stranger();
    for (let n = 0; n < RATE_BURST * 2; n += 1) {
      const answer = await browser.send({ method: 'GET', path: `${API}/users/password/token/none` });
      expect(answer.status).toBe(403);
    }
    expect((await browser.openPage('/web/login')).status).toBe(200);
    expect((await browser.signIn('admin', PASSWORD)).status).toBe(200);
  });

  const fail = async (user: string, times: number) => {
    for (let n = 0; n < times; n += 1) expect((await (await stranger()).signIn(user, 'wrong')).json).toEqual(REFUSED);
  };

  // Guard: Attempts.begin.
  test('lock a user out for twenty minutes, even with the right password, and sessions continue', async () => {
    const bob = await gateway.user(ann, 'bob');
    await fail('bob', LOCKOUT_FAILURES);
    const right = await (await stranger()).signIn('bob', PASSWORD);
    expect([right.status, right.json]).toEqual([403, REFUSED]);
    expect(await status(bob)).toBe(200);
    const [old, next] = [PASSWORD, 'another horse'].map((text) => Buffer.from(text).toString('base64'));
    const change = await bob.call('PUT', 'users/password', { old_password: old, new_password: next });
    expect(change.json).toEqual({ error: { message: 'too many incorrect attempts, please try again later' } });
    gateway.pass(LOCKOUT_MS - 1);
    expect((await (await stranger()).signIn('bob', PASSWORD)).status).toBe(403);
    gateway.pass(2);
    expect((await (await stranger()).signIn('bob', PASSWORD)).status).toBe(200);
  });

  test('below the limit are reset after half an hour and by a sign-in', async () => {
    await gateway.user(ann, 'bob');
    await fail('bob', LOCKOUT_FAILURES - 1);
    gateway.pass(LOCKOUT_MEMORY_MS + 1);
    await fail('bob', LOCKOUT_FAILURES - 1);
    expect((await (await stranger()).signIn('bob', PASSWORD)).status).toBe(200);
    await fail('bob', LOCKOUT_FAILURES - 1);
    expect((await (await stranger()).signIn('bob', PASSWORD)).status).toBe(200);
  });

  test('get identical answers for an unknown user, a wrong password and a locked user', async () => {
    await gateway.user(ann, 'bob');
    await gateway.user(ann, 'carol');
    await fail('carol', LOCKOUT_FAILURES);
    const seen = async (user: string) => {
      const { status: code, text, headers } = await (await stranger()).signIn(user, 'wrong');
      return JSON.stringify([code, text, { ...headers, date: undefined }]);
    };
    const [unknown, wrong, locked] = [await seen('nobody'), await seen('bob'), await seen('carol')];
    expect(wrong).toBe(unknown);
    expect(locked).toBe(unknown);
  });

  test('with a name that the database cannot store are refused as unknown', async () => {
    const answer = await (await stranger()).signIn('ad\u0000min', PASSWORD);
    expect([answer.status, answer.json]).toEqual([403, REFUSED]);
  });
});

describe('frames of other origins', () => {
  beforeEach(() => start());

  // Guard: frame-ancestors of pageSecurityPolicy, X-Frame-Options of SECURITY_HEADERS.
  test.each([
    '/web',
    '/web/login',
    '/web/users?search=x',
    '/web/invite/abc',
    '/web/launch/app.example.test',
    '/web/nodez',
  ])('cannot show the page %s', async (path) => {
    const { headers } = await gateway.client().openPage(path);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe");
  });

  test.each(['/', '/nowhere', '/web/config.js', '/v1/webapi/ping', '/v1/webapi/nothing', '/v1/webapi/user/status'])(
    'cannot show the answer of %s',
    async (path) => {
      const { headers } = await gateway.client().send({ method: 'GET', path });
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );
});
