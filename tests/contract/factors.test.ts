// The limits of keys, passkeys and privilege tokens for every caller.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileConfig } from '../../gateway/config/fileConfig.ts';
import { inviteFirstAdmin } from '../../gateway/identity/firstAdmin.ts';
import { LOCKOUT_FAILURES, LOCKOUT_MS, PRIVILEGE_TTL_MS } from '../../src/wire/constants.ts';
import type { AuthnChallengeJson, DeviceJson, DeviceUsage, RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { SoftKey } from '../support/SoftKey.ts';

const ORIGIN = 'http://localhost:3080';
let gateway: InProcess;
let admin: ApiClient;

const start = async (auth: NonNullable<FileConfig['auth']>) => {
  gateway = await startInProcess({ auth });
};
beforeEach(async () => {
  await start({ second_factor: 'optional' });
  admin = await gateway.admin();
});
afterEach(() => gateway.stop());

const refusal = ({ status, json }: Answer) => [status, (json as { error?: { message: string } }).error?.message];
const INVALID = [403, 'invalid credentials'];
const INVALID_TOKEN = [403, 'invalid token'];

const privilege = async (browser: ApiClient, proof: object = {}): Promise<string> =>
  String((await browser.call('POST', 'users/privilege/token', proof)).json);

async function creation(browser: ApiClient, token: string, key: SoftKey, usage: DeviceUsage = 'mfa') {
  const { json } = await browser.call('POST', `mfa/token/${token}/registerchallenge`, {
    deviceType: 'webauthn',
    deviceUsage: usage,
  });
  const options = (json as RegisterChallengeJson).webauthn?.publicKey;
  if (!options) throw new Error('no challenge');
  return key.create(options, { verified: true });
}

async function add(browser: ApiClient, tokenId: string, deviceName: string, usage: DeviceUsage = 'mfa') {
  const key = new SoftKey(ORIGIN);
  const webauthnRegisterResponse = await creation(browser, tokenId, key, usage);
  const body = { tokenId, deviceName, webauthnRegisterResponse, deviceUsage: usage };
  return { key, answer: await browser.call('POST', 'mfa/devices', body) };
}

const assertion = async (browser: ApiClient, key: SoftKey) => {
  const { json } = await browser.call('POST', 'mfa/authenticatechallenge');
  const { webauthn_challenge } = json as AuthnChallengeJson;
  if (!webauthn_challenge) throw new Error('no challenge');
  return { webauthnAssertionResponse: key.get(webauthn_challenge.publicKey) };
};
const proven = async (browser: ApiClient, key: SoftKey) => privilege(browser, await assertion(browser, key));
const devices = async (browser: ApiClient) => (await browser.call('GET', 'mfa/devices')).json as DeviceJson[];

async function passkeyLogin(key: SoftKey, user?: string): Promise<Answer> {
  const browser = gateway.client();
  const { json } = await browser.call('POST', 'mfa/login/begin', { passwordless: true });
  const { webauthn_challenge } = json as AuthnChallengeJson;
  if (!webauthn_challenge) throw new Error('no challenge');
  const answer = key.get(webauthn_challenge.publicKey, { verified: true });
  return browser.call('POST', 'mfa/login/finishsession', { user, webauthnAssertionResponse: answer });
}

describe('a privilege token', () => {
  test('without proof can add the first device, cannot add a second, and cannot remove a device', async () => {
    const token = await privilege(admin);
    expect((await add(admin, token, 'first')).answer.status).toBe(200);
    expect(refusal(await admin.call('POST', `mfa/token/${token}/registerchallenge`, { deviceType: 'totp' }))).toEqual(
      INVALID_TOKEN,
    );
    expect(
      refusal(await admin.call('POST', 'mfa/devices', { tokenId: token, deviceName: 'x', secondFactorToken: '1' })),
    ).toEqual(INVALID_TOKEN);
    expect(refusal(await admin.call('DELETE', `mfa/token/${token}/devices/first`))).toEqual(INVALID_TOKEN);
  });

  test('is valid only in the session of its owner', async () => {
    const bob = await gateway.user(admin, 'bob');
    const token = await privilege(admin);
    const webauthnRegisterResponse = await creation(admin, token, new SoftKey(ORIGIN));
    const body = { tokenId: token, deviceName: 'key', webauthnRegisterResponse };
    expect(refusal(await bob.call('POST', 'mfa/devices', body))).toEqual(INVALID_TOKEN);
    expect(await devices(bob)).toEqual([]);
    expect((await admin.call('POST', 'mfa/devices', body)).status).toBe(200);
    expect(await devices(admin)).toHaveLength(1);
  });

  test('is valid for five minutes, or until the next token', async () => {
    const [old, token] = [await privilege(admin), await privilege(admin)];
    expect(refusal(await admin.call('POST', `mfa/token/${old}/registerchallenge`, { deviceType: 'totp' }))).toEqual(
      INVALID_TOKEN,
    );
    gateway.pass(PRIVILEGE_TTL_MS);
    expect(refusal(await admin.call('POST', `mfa/token/${token}/registerchallenge`, { deviceType: 'totp' }))).toEqual(
      INVALID_TOKEN,
    );
  });

  test('is issued once for an answer', async () => {
    const { key } = await add(admin, await privilege(admin), 'key');
    const answer = await assertion(admin, key);
    expect((await admin.call('POST', 'users/privilege/token', answer)).status).toBe(200);
    const again = await admin.call('POST', 'users/privilege/token', answer);
    expect(refusal(again)[0]).toBe(403);
    expect(refusal(again)[1]).toMatch(/^MFA response validation failed: /);
  });
});

test('device names are unique, at most thirty bytes, and without control characters', async () => {
  const { key } = await add(admin, await privilege(admin), 'key');
  const token = await proven(admin, key);
  expect(refusal((await add(admin, token, 'key')).answer)).toEqual([409, 'MFA device with name "key" already exists']);
  expect(refusal((await add(admin, token, 'ä'.repeat(16))).answer)).toEqual([
    400,
    'device name must be 30 characters or less',
  ]);
  expect(refusal((await add(admin, token, 'a\0b')).answer)[0]).toBe(400);
  expect((await add(admin, token, 'ä'.repeat(15))).answer.status).toBe(200);
  expect((await devices(admin)).map(({ name }) => name)).toEqual(['key', 'ä'.repeat(15)]);
});

test('names of devices must be visible and distinguishable', async () => {
  const { key } = await add(admin, await privilege(admin), 'caf\u00e9');
  const token = await proven(admin, key);
  const taken = [409, 'MFA device with name "caf\u00e9" already exists'];
  for (const name of ['caf\u00e9 ', '\u00a0caf\u00e9', 'cafe\u0301'])
    expect(refusal((await add(admin, token, name)).answer)).toEqual(taken);
  for (const name of [' ', '\u00a0', 'key\u200b', '\u202egnp'])
    expect(refusal((await add(admin, token, name)).answer)[0], JSON.stringify(name)).toBe(400);
  expect(await devices(admin)).toHaveLength(1);
});

test('the list of keys has the times of registration and use, and marks passkeys', async () => {
  const { key } = await add(admin, await privilege(admin), 'key');
  const added = new Date(gateway.nowMs()).toISOString();
  gateway.pass(60_000);
  await add(admin, await proven(admin, key), 'passkey', 'passwordless');
  const now = new Date(gateway.nowMs()).toISOString();
  expect(await devices(admin)).toMatchObject([
    { name: 'key', type: 'WebAuthn', addedAt: added, lastUsed: now, residentKey: false },
    { name: 'passkey', type: 'WebAuthn', addedAt: now, lastUsed: now, residentKey: true },
  ]);
});

describe('sign-in', () => {
  test('with a passkey is allowed during a lock-out, but with password and key it is refused', async () => {
    const { key } = await add(admin, await privilege(admin), 'key');
    const passkey = (await add(admin, await proven(admin, key), 'passkey', 'passwordless')).key;
    const stranger = gateway.client();
    await stranger.openPage();
    const { json } = await gateway.client().call('POST', 'mfa/login/begin', { user: 'admin', pass: PASSWORD });
    const options = (json as AuthnChallengeJson).webauthn_challenge?.publicKey;
    if (!options) throw new Error('no challenge');
    for (let n = 0; n < LOCKOUT_FAILURES; n += 1) await stranger.signIn('admin', 'wrong');
    const finish = () =>
      stranger.call('POST', 'mfa/login/finishsession', { user: 'admin', webauthnAssertionResponse: key.get(options) });
    expect(refusal(await finish())).toEqual(INVALID);
    expect((await passkeyLogin(passkey)).status).toBe(200);
    gateway.pass(LOCKOUT_MS);
    expect(refusal(await finish())).toEqual(INVALID); // the challenge has expired
  });

  test('with a passkey requires no user name, and refuses a challenge for a user name', async () => {
    const { key } = await add(admin, await privilege(admin), 'passkey', 'passwordless');
    expect(refusal(await passkeyLogin(key, 'admin'))).toEqual(INVALID);
    expect((await passkeyLogin(key)).json).toMatchObject({ type: 'Bearer', sessionExpires: '0001-01-01T00:00:00Z' });
  });

  test('with a key of an account of an identity provider is refused', async () => {
    const bob = await gateway.user(admin, 'bob');
    const { key } = await add(bob, await privilege(bob), 'key', 'passwordless');
    gateway.app.gateway.stores.db.run(`UPDATE users SET auth_type = 'github' WHERE name = 'bob'`);
    const answer = await assertion(bob, key);
    expect(refusal(await gateway.client().call('POST', 'mfa/login/finishsession', { user: 'bob', ...answer }))).toEqual(
      INVALID,
    );
    expect(refusal(await passkeyLogin(key))).toEqual(INVALID);
  });

  test('with a key is refused for such an account, so its last device can be removed without a password', async () => {
    const bob = await gateway.user(admin, 'bob');
    const { key } = await add(bob, await privilege(bob), 'key', 'passwordless');
    gateway.app.gateway.stores.users.setPasswordHash('bob', undefined);
    const remove = async () => bob.call('DELETE', `mfa/token/${await proven(bob, key)}/devices/key`);
    expect(refusal(await remove())[1]).toMatch(/last passwordless device/);
    gateway.app.gateway.stores.db.run(`UPDATE users SET auth_type = 'github' WHERE name = 'bob'`);
    expect((await remove()).status).toBe(200);
  });

  test.each(['\0', 'a\0b', 'x'.repeat(60_000)])('with an invalid user name is refused like any other', async (name) => {
    const browser = gateway.client();
    await browser.openPage();
    expect(refusal(await browser.signIn(name, 'x'))).toEqual(INVALID);
    expect(refusal(await browser.call('POST', 'mfa/login/begin', { user: name, pass: 'x' }))).toEqual(INVALID);
    const [event] = gateway.app.gateway.stores.events.page({
      fromMs: 0,
      toMs: gateway.nowMs(),
      order: 'desc',
      limit: 1,
    }).events;
    expect(String(event?.['user']).length).toBeLessThan(2000);
  });

  test('is refused with every method if local sign-in is disabled', async () => {
    const { key } = await add(admin, await privilege(admin), 'passkey', 'passwordless');
    const { config } = gateway.app.gateway;
    const answer = await assertion(admin, key);
    const invitation = await admin.invite('bob', ['access']);
    await gateway.app.reload({ ...config.get(), auth: { ...config.get().auth, local: false } });
    const browser = gateway.client();
    await browser.openPage();
    expect(refusal(await browser.signIn('admin', PASSWORD))).toEqual(INVALID);
    expect(refusal(await browser.call('POST', 'mfa/login/begin', { user: 'admin', pass: PASSWORD }))).toEqual(INVALID);
    expect(refusal(await browser.call('POST', 'mfa/login/begin', { passwordless: true }))).toEqual(INVALID);
    expect(refusal(await browser.call('POST', 'mfa/login/finishsession', { user: 'admin', ...answer }))).toEqual(
      INVALID,
    );
    const body = { token: invitation, password: Buffer.from(PASSWORD).toString('base64') };
    expect(refusal(await browser.call('PUT', 'users/password/token', body))).toEqual([403, 'local auth disabled']);
  });
});

test('a first administrator with only a passkey is not invited again', async () => {
  await gateway.stop();
  await start({ second_factor: 'on' });
  const token = gateway.app.inviteLink?.split('/').at(-1) ?? '';
  const browser = gateway.client();
  await browser.openPage();
  const key = new SoftKey(ORIGIN);
  const webauthnCreationResponse = await creation(browser, token, key, 'passwordless');
  const answer = await browser.call('PUT', 'users/password/token', { token, password: null, webauthnCreationResponse });
  expect(answer.status).toBe(200);
  expect(inviteFirstAdmin(gateway.app.gateway, { name: 'admin', logins: [] })).toBeUndefined();
  expect((await passkeyLogin(key)).status).toBe(200);
});
