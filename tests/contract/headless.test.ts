// Sign-in of command lines, approved in a browser or with a password, and their certificates.
import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HEADLESS_TTL_MS, RATE_BURST } from '../../src/wire/constants.ts';
import type { AuthnChallengeJson } from '../../src/wire/webauthn.ts';
import { startInProcess, PASSWORD, type InProcess } from '../support/appInProcess.ts';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { addKey, assertionOf } from '../support/accountKey.ts';
import { newCommandLine } from '../support/commandLine.ts';
import { replayGroup } from '../support/replay.ts';
import { SoftKey } from '../support/SoftKey.ts';

replayGroup('headless');

type SecondFactor = 'off' | 'otp' | 'optional' | 'webauthn';
const ORIGIN = 'http://localhost:3080';

let gateway: InProcess;
let admin: ApiClient;
let key: SoftKey;
const start = async (second_factor: SecondFactor) => {
  gateway = await startInProcess({ auth: { second_factor } });
};
beforeEach(async () => {
  await start('optional');
  admin = await gateway.admin();
  key = await addKey(admin, ORIGIN);
});
afterEach(() => gateway.stop());

const approve = async (browser: ApiClient, id: string, by = key) =>
  browser.call('PUT', `headless/${id}`, {
    action: 'accept',
    webauthnAssertionResponse: await assertionOf(browser, by),
  });
const certs = (body: object, from = gateway.client()): Promise<Answer> =>
  from.send({ method: 'POST', path: '/v1/webapi/ssh/certs', body });
const ask = ({ id, pub_key }: ReturnType<typeof newCommandLine>, user = 'admin') =>
  certs({ user, headless_id: id, pub_key, ttl: 60e9 });
const message = ({ json }: Answer) => (json as { error: { message: string } }).error.message;
const logins = async () => {
  const { json } = await admin.call(
    'GET',
    'sites/-current-/events/search?from=2020-01-01T00:00:00Z&include=user.login',
  );
  return (json as { events: { code: string; user?: string; error?: string; mfa_device?: object }[] }).events;
};

describe('a command line that waits for approval', () => {
  test('gets certificates after the approval, and the key is in the audit log', async () => {
    const cli = newCommandLine();
    const waiting = ask(cli);
    const found = await admin.call('GET', `headless/${cli.id}`);
    expect(found.json).toEqual({
      header: {
        kind: 'headless_authentication',
        version: 'v1',
        metadata: { name: cli.id, expires: new Date(gateway.nowMs() + HEADLESS_TTL_MS).toISOString() },
      },
      user: 'admin',
      public_key: cli.pub_key,
      state: 1,
      client_ip_address: expect.stringMatching(/^127\.77\.\d+\.\d+:\d+$/) as unknown,
    });
    expect((await approve(admin, cli.id)).json).toEqual({ message: 'ok' });
    const { status, json } = await waiting;
    expect(status).toBe(200);
    const { username, cert, tls_cert } = json as { username: string; cert: string; tls_cert: string };
    expect(username).toBe('admin');
    expect(Buffer.from(cert, 'base64').toString()).toMatch(/^ssh-ed25519-cert-v01@openssh\.com [A-Za-z0-9+/=]+\n$/);
    expect(new X509Certificate(Buffer.from(tls_cert, 'base64')).subject).toContain('CN=admin');
    expect((await logins())[0]).toMatchObject({
      code: 'T1000I',
      user: 'admin',
      mfa_device: { mfa_device_name: 'yubi', mfa_device_type: 'WebAuthn' },
    });
    expect((await admin.call('GET', `headless/${cli.id}`)).json).toMatchObject({ state: 3 });
  });

  test('is permanently refused after a denial', async () => {
    const cli = newCommandLine();
    const waiting = ask(cli);
    await admin.call('GET', `headless/${cli.id}`);
    expect((await admin.call('PUT', `headless/${cli.id}`, { action: 'denied' })).status).toBe(200);
    const refused = await waiting;
    expect([refused.status, message(refused)]).toEqual([403, 'headless authentication failed']);
    expect((await logins())[0]).toMatchObject({ code: 'T1000W', error: 'headless authentication failed' });
    expect((await approve(admin, cli.id)).status).toBe(500);
    expect((await ask(cli)).status).toBe(409);
  });

  test('cannot be approved after it has disconnected', async () => {
    const cli = newCommandLine();
    const connection = new AbortController();
    const port = (gateway.app.server.server.address() as { port: number }).port;
    const waiting = fetch(`http://127.0.0.1:${port}/v1/webapi/ssh/certs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'admin', headless_id: cli.id, pub_key: cli.pub_key }),
      signal: connection.signal,
    });
    await admin.call('GET', `headless/${cli.id}`);
    connection.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(async () => (await admin.call('GET', `headless/${cli.id}`)).status).toBe(400);
    const late = await approve(admin, cli.id);
    expect([late.status, message(late)]).toEqual([500, 'the command line is no longer waiting']);
  });

  test('keeps waiting after approvals without a valid proof', async () => {
    const cli = newCommandLine();
    const waiting = ask(cli);
    const { id } = cli;
    await admin.call('GET', `headless/${id}`);
    const put = (body: object) => admin.call('PUT', `headless/${id}`, body);
    expect((await put({ action: 'accept' })).status).toBe(400);
    expect((await approve(admin, id, new SoftKey(ORIGIN))).status).toBe(403);
    const used = await assertionOf(admin, key);
    const other = newCommandLine();
    const otherWaiting = ask(other);
    await admin.call('GET', `headless/${other.id}`);
    await admin.call('PUT', `headless/${other.id}`, { action: 'accept', webauthnAssertionResponse: used });
    expect((await otherWaiting).status).toBe(200);
    expect((await put({ action: 'accept', webauthnAssertionResponse: used })).status).toBe(403); // an answer is valid once
    expect((await admin.call('GET', `headless/${id}`)).json).toMatchObject({ state: 1 });
    await put({ action: 'denied' });
    expect((await waiting).status).toBe(403);
  });

  test('must send the key that belongs to its ID', async () => {
    const [one, two] = [newCommandLine(), newCommandLine()];
    const answer = await ask({ id: one.id, pub_key: two.pub_key });
    expect([answer.status, message(answer)]).toEqual([400, 'headless_id does not belong to pub_key']);
    const weak = await ask({ id: one.id, pub_key: Buffer.from('ssh-dss AAAA').toString('base64') });
    expect(weak.status).toBe(400);
  });
});

test('an account of an identity provider can neither approve nor get certificates, even with a key', async () => {
  const cli = newCommandLine();
  const waiting = ask(cli);
  await admin.call('GET', `headless/${cli.id}`);
  const begun = await gateway
    .client()
    .send({ method: 'POST', path: '/v1/webapi/mfa/login/begin', body: { user: 'admin', pass: PASSWORD } });
  const options = (begun.json as AuthnChallengeJson).webauthn_challenge?.publicKey;
  const setType = (type: string) =>
    gateway.app.gateway.stores.db.run('UPDATE users SET auth_type = ? WHERE name = ?', type, 'admin');
  setType('github');
  const refused = await admin.call('PUT', `headless/${cli.id}`, { action: 'denied' });
  expect([refused.status, message(refused)]).toEqual([
    403,
    'non-local user roles cannot approve or deny headless authentication requests',
  ]);
  const finished = await gateway.client().send({
    method: 'POST',
    path: '/v1/webapi/mfa/login/finish',
    body: { user: 'admin', pub_key: cli.pub_key, webauthn_challenge_response: options && key.get(options) },
  });
  expect([finished.status, message(finished)]).toEqual([403, 'invalid Webauthn response']);
  setType('local');
  await admin.call('PUT', `headless/${cli.id}`, { action: 'denied' });
  expect((await waiting).status).toBe(403);
});

describe('a cluster that does not allow hardware keys', () => {
  test.each(['off', 'otp'] as const)('refuses a command line with the second factor %s', async (mode) => {
    await gateway.stop();
    await start(mode);
    const answer = await ask(newCommandLine());
    expect([answer.status, message(answer)]).toEqual([
      403,
      'headless authentication requires hardware keys, which this cluster does not allow',
    ]);
  });
});

describe('a command line that signs in with a password', () => {
  const { pub_key } = newCommandLine();

  test('gets certificates with the requested lifetime', async () => {
    await gateway.user(admin, 'bob');
    const answer = await certs({ user: 'bob', password: PASSWORD, otp_token: '', pub_key, ttl: 3600e9 });
    expect(answer.status).toBe(200);
    const { tls_cert } = answer.json as { tls_cert: string };
    const { validTo } = new X509Certificate(Buffer.from(tls_cert, 'base64'));
    expect(Date.parse(validTo)).toBe(gateway.nowMs() + 3600_000);
  });

  test('gets the same refusal for every reason, and is locked out like a browser', async () => {
    await gateway.user(admin, 'bob');
    const cli = gateway.client();
    const wrong = (user: string) => certs({ user, password: 'wrong', pub_key, ttl: 60e9 }, cli);
    const refusals = [await wrong('bob'), await wrong('rec-nobody')];
    for (let n = 0; n < 4; n += 1) refusals.push(await wrong('bob'));
    refusals.push(await certs({ user: 'bob', password: PASSWORD, pub_key }, cli));
    expect(new Set(refusals.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(refusals.map(message)[0]).toBe('invalid username or password');
    expect((await logins())[0]?.error).toBe('too many incorrect attempts, please try again later');
  });

  test('gets certificates with a password and a hardware key, once for each challenge', async () => {
    const cli = gateway.client();
    const begun = await cli.send({
      method: 'POST',
      path: '/v1/webapi/mfa/login/begin',
      body: { user: 'admin', pass: PASSWORD },
    });
    const options = (begun.json as AuthnChallengeJson).webauthn_challenge?.publicKey;
    const finish = (webauthn_challenge_response: unknown) =>
      cli.send({
        method: 'POST',
        path: '/v1/webapi/mfa/login/finish',
        body: { user: 'admin', pub_key, ttl: 60e9, webauthn_challenge_response },
      });
    const answer = options && key.get(options);
    expect((await finish(answer)).status).toBe(200);
    const again = await finish(answer);
    expect([again.status, message(again)]).toEqual([403, 'invalid Webauthn response']);
  });

  test.each(['ssh/certs', 'mfa/login/finish'])('has the rate limit of browsers at %s', async (path) => {
    const cli = gateway.client();
    const send = () => cli.send({ method: 'POST', path: `/v1/webapi/${path}`, body: '[]' });
    for (let n = 0; n < RATE_BURST; n += 1) expect((await send()).status).toBe(400);
    expect((await send()).status).toBe(429);
  });

  test.each([
    ['text that is not base64', { pub_key: '*' }],
    ['text that is not a key', { pub_key: Buffer.from('nonsense').toString('base64') }],
    ['an invalid duration', { pub_key, ttl: 'soon' }],
    ['a negative duration', { pub_key, ttl: -1 }],
  ])('is refused if it sends %s', async (_what, body) => {
    await gateway.user(admin, 'bob');
    expect((await certs({ user: 'bob', password: PASSWORD, ...body })).status).toBe(400);
  });

  test('requires a key if the cluster accepts only keys', async () => {
    await gateway.stop();
    await start('webauthn');
    const answer = await certs({ user: 'admin', password: PASSWORD, pub_key });
    expect([answer.status, message(answer)]).toEqual([403, 'unknown second factor type: "webauthn"']);
  });
});

describe('the certificate authorities', () => {
  const exported = (query: string) => gateway.client().send({ method: 'GET', path: `/v1/webapi/auth/export${query}` });

  test('are public, each in its own format', async () => {
    const [all, user, host, tls] = await Promise.all(
      ['', '?type=user', '?type=host', '?type=tls'].map(async (query) => (await exported(query)).text),
    );
    expect(user).toMatch(/^cert-authority ssh-ed25519 \S+ clustername=example\.test&type=user\n$/);
    expect(host).toMatch(/^@cert-authority example\.test,\*\.example\.test ssh-ed25519 \S+ type=host\n$/);
    expect(all).toBe(`${host ?? ''}${user ?? ''}`);
    expect(new X509Certificate(tls ?? '').ca).toBe(true);
    expect((await exported('')).headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' });
    expect((await exported('')).headers).not.toHaveProperty('cache-control');
  });

  test('of an unknown type are refused in plain text', async () => {
    const answer = await exported('?type=nonsense');
    expect([answer.status, answer.text]).toEqual([400, '"nonsense" authority type is not supported\n']);
  });
});
