// Refused sign-ins: the effects that a client without an account can cause with any number of attempts.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RATE_BURST } from '../../src/wire/constants.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { selfSigned } from '../support/certificate.ts';
import { openHttp2 } from '../support/http2Client.ts';
import { SoftKey } from '../support/SoftKey.ts';

const API = '/v1/webapi';
const ANSWER = {
  id: 'AbC',
  type: 'public-key',
  rawId: 'AbC',
  response: { authenticatorData: 'AbC', clientDataJSON: 'AbC', signature: 'AbC', userHandle: '' },
};

let gateway: InProcess;
let admin: ApiClient;
beforeEach(async () => {
  gateway = await startInProcess({ auth: { second_factor: 'optional' } });
  admin = await gateway.admin();
});
afterEach(() => gateway.stop());

const post = async (remoteAddress: string, path: string, payload: object): Promise<number> => {
  const { statusCode } = await gateway.app.server.inject({
    method: 'POST',
    url: `${API}/${path}`,
    remoteAddress,
    headers: { host: 'localhost:3080', 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  return statusCode;
};
const finish = (address: string, user: string) =>
  post(address, 'mfa/login/finishsession', { user, webauthnAssertionResponse: ANSWER });
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `198.51.${n >> 8}.${n & 255}`);

const refusals = ({ app } = gateway) =>
  app.gateway.stores.events
    .page({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, order: 'asc', limit: 5000 })
    .events.filter(({ success }) => success === false);
const rows = (table: string) =>
  gateway.app.gateway.stores.db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? -1;

describe('answers of keys without a challenge', () => {
  test('M4: are limited per address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 60; n += 1) statuses.push(await finish('198.51.100.1', 'admin'));
    expect(statuses.filter((status) => status === 403)).toHaveLength(RATE_BURST);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(await finish('198.51.100.2', 'admin')).toBe(403);
  });

  test('M4: do not count towards the limit of sign-ins', async () => {
    for (let n = 0; n < RATE_BURST; n += 1) await finish('198.51.100.1', 'admin');
    expect(await post('198.51.100.1', 'mfa/login/begin', { passwordless: true })).not.toBe(429);
  });

  test('M4: lock no user out, from any number of addresses', async () => {
    for (const address of addresses(30)) await finish(address, 'admin');
    const browser = gateway.client();
    await browser.openPage('/web/login');
    expect((await browser.signIn('admin', PASSWORD)).status).toBe(200);
  });

  test('M4: lock no user out during a challenge for their key', async () => {
    const key = new SoftKey('http://localhost:3080');
    const privilege = (await admin.call('POST', 'users/privilege/token', {})).json as string;
    const { json } = await admin.call('POST', `mfa/token/${privilege}/registerchallenge`, {
      deviceType: 'webauthn',
      deviceUsage: 'mfa',
    });
    const created = key.create((json as { webauthn: { publicKey: never } }).webauthn.publicKey);
    const added = await admin.call('POST', 'mfa/devices', {
      tokenId: privilege,
      deviceName: 'key',
      webauthnRegisterResponse: created,
    });
    expect(added.status, added.text).toBe(200);
    const browser = gateway.client();
    await browser.openPage('/web/login');
    const asked = await browser.send({
      method: 'POST',
      path: `${API}/mfa/login/begin`,
      body: { user: 'admin', pass: PASSWORD },
    });
    for (const address of addresses(30)) await finish(address, 'admin');
    const { publicKey } = (asked.json as { webauthn_challenge: { publicKey: never } }).webauthn_challenge;
    const answer = await browser.send({
      method: 'POST',
      path: `${API}/mfa/login/finishsession`,
      body: { user: 'admin', webauthnAssertionResponse: key.get(publicKey) },
    });
    expect(answer.status, answer.text).toBe(200);
  });
});

describe('the audit log', () => {
  test('M4: merges refusals of one address and user into one event that counts them', async () => {
    for (let n = 0; n < 15; n += 1) await finish('198.51.100.1', 'admin');
    expect(refusals().length).toBeLessThanOrEqual(6);
    gateway.pass(61_000);
    await finish('198.51.100.1', 'admin');
    const merged = refusals().filter((event) => 'merged_refusals' in event);
    expect(merged).toEqual([
      expect.objectContaining({
        event: 'user.login',
        code: 'T1000W',
        user: 'admin',
        method: 'local',
        success: false,
        error: 'invalid Webauthn response',
        merged_refusals: 10,
        'addr.remote': expect.stringContaining('198.51.100.1') as string,
      }),
    ]);
  });

  test('M4: contains the address even if the client disconnects before the answer', async () => {
    const encrypted = await startInProcess({}, Date.now(), { tls: selfSigned() });
    const client = await openHttp2(encrypted.base);
    try {
      const body = JSON.stringify({ user: 'admin', pass: 'wrong' });
      const stream = client.session.request({
        ':method': 'POST',
        ':path': `${API}/mfa/login/begin`,
        'content-type': 'application/json',
        'content-length': body.length,
      });
      stream.on('error', () => undefined).end(body);
      await new Promise((done) => setTimeout(done, 10)); // the password is being checked
      stream.close(8);
      await expect.poll(() => refusals(encrypted).length, { timeout: 5_000 }).toBe(1);
      expect(refusals(encrypted)).toEqual([
        expect.objectContaining({ user: 'admin', 'addr.remote': expect.stringMatching(/^127\.0\.0\.1:/) as string }),
      ]);
    } finally {
      client.close();
      await encrypted.stop();
    }
  });

  test('M4: stores a limited number of rows for 2 000 refusals of 500 addresses and 2 000 names', async () => {
    for (const address of addresses(500)) {
      for (let n = 0; n < 4; n += 1) {
        await post(address, 'mfa/login/finishsession', { user: `${address}-${n}`, webauthnAssertionResponse: ANSWER });
      }
    }
    gateway.pass(61_000);
    await finish('192.0.2.1', 'last');
    expect(rows('events')).toBeLessThan(700);
    const counted = refusals().map((event) => Number(event['merged_refusals'] ?? 1));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(2001);
  }, 120_000);

  test('M4: stores at most a few hundred characters of a claimed user name', async () => {
    await finish('198.51.100.1', 'x'.repeat(5000));
    expect(JSON.stringify(refusals()).length).toBeLessThan(1000);
  });
});

test('M4: the count of failures does not grow without limit under invented names', async () => {
  const { stores, credentials } = gateway.app.gateway;
  const lockedUntilMs = gateway.nowMs() + 60_000;
  stores.db.transaction(() => {
    stores.lockouts.put('locked', { failures: 5, lastFailureMs: gateway.nowMs() - 2, lockedUntilMs });
    for (let n = 0; n < 20_000; n += 1) {
      stores.lockouts.put(`invented-${n}`, { failures: 4, lastFailureMs: gateway.nowMs() - 1, lockedUntilMs: 0 });
    }
  });
  expect(credentials.code('ann', '000000')).toEqual({ ok: false, why: 'wrong' });
  expect(rows('lockouts')).toBeLessThanOrEqual(10_000);
  // Neither a lock-out nor the newest failure is dropped.
  expect(credentials.code('locked', '000000')).toMatchObject({ ok: false, why: 'locked' });
  for (let n = 0; n < 4; n += 1) credentials.code('ann', '000000');
  expect(credentials.code('ann', '000000')).toMatchObject({ ok: false, why: 'locked' });
});

test('usage events without a sign-in do not displace those of signed-in users', async () => {
  await admin.call('POST', 'capture', { event: 'tp.ui.banner.click', alert: 'kept' });
  const event = 'tp.ui.onboard.setCredential.submit';
  for (const address of addresses(500)) {
    for (let n = 0; n < 4; n += 1) await post(address, 'precapture', { event, username: 'x'.repeat(1000) });
  }
  expect(rows('usage_events')).toBeLessThan(500);
}, 60_000);
