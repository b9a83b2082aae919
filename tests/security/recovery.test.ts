// A recovery code replaces either password or second factor: the user must also prove the other (L10).
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDocument } from '../../gateway/locks/lock.ts';
import { LOCKOUT_FAILURES } from '../../src/wire/constants.ts';
import type { AuthnChallengeJson, RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import { printYaml } from '../../src/wire/yaml.ts';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { SoftKey } from '../support/SoftKey.ts';

const INVALID = { error: { message: 'invalid credentials' } };
const WRONG_CODE = 'tele-babab-babab-babab-babab-babab-babab-babab-babab';
const base64 = (text: string) => Buffer.from(text).toString('base64');

let gateway: InProcess;
let secret = '';
let codes: string[] = [];
let signedIn: ApiClient;
const key = new SoftKey('http://localhost:3080');

const totp = () => {
  gateway.pass(30_000);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: gateway.nowMs() });
};

/** An account with a password, an authenticator app, a key, and three codes. */
beforeEach(async () => {
  gateway = await startInProcess({ auth: { second_factor: 'on', recovery_codes: true } });
  const token = gateway.app.inviteLink?.split('/').at(-1) ?? '';
  const browser = (signedIn = gateway.client());
  await browser.openPage();
  await browser.call('POST', `mfa/token/${token}/registerchallenge`, { deviceType: 'totp' });
  secret = gateway.app.gateway.stores.userTokens.find(token)?.totpSecret ?? '';
  const body = { token, password: base64(PASSWORD), second_factor_token: totp() };
  const path = '/v1/webapi/users/password/token';
  const answer = await browser.send({ method: 'PUT', path, headers: browser.signedIn, body });
  codes = (answer.json as { recovery: { codes: string[] } }).recovery.codes;
  await browser.openPage();
  const { json } = await browser.call('POST', 'users/privilege/token', { secondFactorToken: totp() });
  const asked = await browser.call('POST', `mfa/token/${String(json)}/registerchallenge`, { deviceType: 'webauthn' });
  const options = (asked.json as RegisterChallengeJson).webauthn?.publicKey;
  if (!options) throw new Error('no challenge');
  const device = { tokenId: json, deviceName: 'key', webauthnRegisterResponse: key.create(options) };
  expect((await browser.call('POST', 'mfa/devices', device)).status).toBe(200);
});
afterEach(() => gateway.stop());

const deviceCount = () => gateway.app.gateway.stores.devices.of('admin').length;
const events = () =>
  gateway.app.gateway.stores.events
    .page({ fromMs: 0, toMs: gateway.nowMs(), order: 'desc', limit: 10, names: ['recovery_code.used'] })
    .events.map(({ success, error }) => ({ success, error }));

async function page(): Promise<ApiClient> {
  const browser = gateway.client();
  await browser.openPage('/web/login');
  return browser;
}
const recover = async (proof: object, code = codes[0], user = 'admin'): Promise<Answer> =>
  (await page()).call('POST', 'postern/recovery', { user, code, ...proof });

describe('L10: a recovery code', () => {
  test('without other proof is refused, removes nothing and stays valid', async () => {
    const alone = await recover({});
    expect(alone.status).toBe(400);
    expect([deviceCount(), gateway.app.gateway.stores.users.passwordHash('admin') !== undefined]).toEqual([2, true]);
    expect((await recover({ pass: PASSWORD })).status).toBe(200);
  });

  test.each([
    ['a wrong password', { pass: 'not this one' }],
    ['a wrong one-time code', { second_factor_token: '000000' }],
    ['an invalid answer of a key', { webauthnAssertionResponse: {} }],
  ])('with %s is refused and stays valid', async (_what, proof) => {
    expect((await recover(proof)).status).toBeGreaterThanOrEqual(400);
    expect(deviceCount()).toBe(2);
    expect((await recover({ pass: PASSWORD })).status).toBe(200);
  });

  test('with the password resets a lost second factor', async () => {
    const answer = await recover({ pass: PASSWORD });
    expect(answer.json).toEqual({ tokenId: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
    expect((await recover({ pass: PASSWORD })).json).toEqual(INVALID);
    // If the link is lost: another code with the same password.
    expect((await recover({ pass: PASSWORD }, codes[1])).status).toBe(200);
  });

  test('with a one-time code resets a forgotten password', async () => {
    expect((await recover({ second_factor_token: totp() })).status).toBe(200);
  });

  test('allows the user to register the same device again under the same name', async () => {
    const { tokenId } = (await recover({ second_factor_token: totp() })).json as { tokenId: string };
    const browser = await page();
    const asked = await browser.call('POST', `mfa/token/${tokenId}/registerchallenge`, { deviceType: 'webauthn' });
    const options = (asked.json as RegisterChallengeJson).webauthn?.publicKey;
    if (!options) throw new Error('no challenge');
    expect(options).not.toHaveProperty('excludeCredentials');
    const body = {
      token: tokenId,
      password: base64('another staple'),
      deviceName: 'key',
      webauthnCreationResponse: key.create(options),
    };
    const done = await browser.call('PUT', 'users/password/token', body);
    expect(done.status).toBe(200);
    expect(deviceCount()).toBe(1);
  });

  test('with a key resets a forgotten password: the code returns the challenge', async () => {
    const browser = await page();
    const asked = await browser.call('POST', 'postern/recovery/challenge', { user: 'admin', code: codes[0] });
    const challenge = asked.json as AuthnChallengeJson;
    expect(challenge.totp_challenge).toBe(true);
    if (!challenge.webauthn_challenge) throw new Error('no challenge');
    const webauthnAssertionResponse = key.get(challenge.webauthn_challenge.publicKey);
    expect((await recover({ webauthnAssertionResponse })).status).toBe(200);
    expect((await recover({ webauthnAssertionResponse }, codes[1])).json).toEqual(INVALID);
  });

  test('that is wrong returns no challenge, and both endpoints count towards the lock-out', async () => {
    const browser = await page();
    for (let n = 0; n < LOCKOUT_FAILURES; n += 1) {
      const answer = await browser.call('POST', 'postern/recovery/challenge', { user: 'admin', code: WRONG_CODE });
      expect([answer.status, answer.json]).toEqual([403, INVALID]);
    }
    expect((await recover({ pass: PASSWORD })).json).toEqual(INVALID);
    expect(events()[0]).toEqual({ success: false, error: 'too many incorrect attempts, please try again later' });
  });

  test('that is right allows as many password attempts as a sign-in', async () => {
    for (let n = 0; n < LOCKOUT_FAILURES; n += 1) expect((await recover({ pass: `guess ${n}` })).json).toEqual(INVALID);
    expect((await recover({ pass: PASSWORD })).json).toEqual(INVALID);
    expect(deviceCount()).toBe(2);
  });

  test('reveals what was wrong only to the audit log', async () => {
    const answers = [
      await recover({ pass: PASSWORD }, WRONG_CODE),
      await recover({ pass: 'wrong' }),
      await recover({ second_factor_token: '000000' }),
      await recover({ pass: PASSWORD }, codes[0], 'nobody'),
    ];
    for (const { status, json } of answers) expect([status, json]).toEqual([403, INVALID]);
    expect(events().map(({ error }) => error)).toEqual([
      'invalid recovery code',
      'wrong second factor',
      'invalid username or password',
      'invalid recovery code',
    ]);
  });
});

describe('a locked device', () => {
  beforeEach(async () => {
    const [device] = gateway.app.gateway.stores.devices.of('admin').filter(({ kind }) => kind === 'webauthn');
    const lock = { targets: { mfa_device: device?.id }, message: 'stolen', ttl: '' };
    expect((await signedIn.call('PUT', 'sites/-current-/locks', lock)).status).toBe(200);
  });
  const answerOf = async (asked: Promise<Answer>) => {
    const { webauthn_challenge } = (await asked).json as AuthnChallengeJson;
    if (!webauthn_challenge) throw new Error('no challenge');
    return { webauthnAssertionResponse: key.get(webauthn_challenge.publicKey) };
  };

  test('does not issue a reset link together with a recovery code, and another device does', async () => {
    const browser = await page();
    const asked = browser.call('POST', 'postern/recovery/challenge', { user: 'admin', code: codes[0] });
    const answer = await recover(await answerOf(asked));
    expect([answer.status, answer.json]).toEqual([403, INVALID]);
    expect(events()[0]?.error).toMatch(/^lock targeting MFADevice:.* is in force: stolen$/);
    expect((await recover({ second_factor_token: totp() })).status).toBe(200);
  });

  test('is not accepted as proof for a change of devices or the password', async () => {
    const proof = await answerOf(signedIn.call('POST', 'mfa/authenticatechallenge'));
    const privilege = await signedIn.call('POST', 'users/privilege/token', proof);
    expect([privilege.status, privilege.text]).toEqual([403, expect.stringContaining('lock targeting MFADevice')]);
    const passwords = { old_password: base64(PASSWORD), new_password: base64('another staple') };
    const again = await answerOf(signedIn.call('POST', 'mfa/authenticatechallenge'));
    const change = await signedIn.call('PUT', 'users/password', { ...passwords, ...again });
    expect([change.status, change.text]).toEqual([403, expect.stringContaining('lock targeting MFADevice')]);
    // The console would treat it as the end of the session.
    expect(privilege.json).not.toHaveProperty('fields');
    const byCode = { ...passwords, second_factor_token: totp() };
    expect((await signedIn.call('PUT', 'users/password', byCode)).status).toBe(200);
  });

  test('is refused at sign-in with the reason', async () => {
    const browser = await page();
    const asked = browser.call('POST', 'mfa/login/begin', { user: 'admin', pass: PASSWORD });
    const answer = await browser.call('POST', 'mfa/login/finishsession', { user: 'admin', ...(await answerOf(asked)) });
    expect([answer.status, answer.json]).toMatchObject([
      403,
      { fields: { 'locked-out': { message: 'stolen', device: true } } },
    ]);
  });
});

describe('a proof for a change of devices', () => {
  const prove = async () => {
    const { json } = await signedIn.call('POST', 'users/privilege/token', { secondFactorToken: totp() });
    return String(json);
  };
  const uses = async (token: string) => {
    const stranger = gateway.client();
    const asked = await stranger.call('POST', `mfa/token/${token}/registerchallenge`, { deviceType: 'totp' });
    const removed = await stranger.call('DELETE', `mfa/token/${token}/devices/key`);
    return [asked.status, removed.status, deviceCount()];
  };

  test('is invalid after its sign-in has ended, even if the user has another sign-in', async () => {
    const token = await prove();
    const other = await page();
    expect(
      (await other.call('POST', 'sessions/web', { user: 'admin', pass: PASSWORD, second_factor_token: totp() })).status,
    ).toBe(200);
    expect((await signedIn.call('DELETE', 'sessions/web')).status).toBe(200);
    expect(await uses(token)).toEqual([403, 403, 2]);
  });

  test('is invalid after the user is locked', async () => {
    const token = await prove();
    const document = lockDocument({ name: 'l1', targets: { user: 'admin' }, message: '', expiresMs: undefined });
    const lock = { kind: 'lock', name: 'l1', content: printYaml(document), document } as const;
    // Bypasses the rule that one administrator must remain.
    gateway.app.gateway.stores.documents.put(lock, { by: 'eve', nowMs: gateway.nowMs() });
    expect(await uses(token)).toEqual([403, 403, 2]);
  });

  test('is invalid after a device is locked, and the other device can remove that device', async () => {
    const token = await prove();
    const stolen = gateway.app.gateway.stores.devices.of('admin').find(({ name }) => name === 'key');
    const lock = { targets: { mfa_device: stolen?.id }, message: 'stolen', ttl: '' };
    expect((await signedIn.call('PUT', 'sites/-current-/locks', lock)).status).toBe(200);
    expect(await uses(token)).toEqual([403, 403, 2]);
    expect(await uses(await prove())).toEqual([200, 200, 1]);
  });

  test('is valid otherwise', async () => expect(await uses(await prove())).toEqual([200, 200, 1]));
});
