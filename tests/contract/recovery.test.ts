// Recovery codes are issued with the first device, are valid once, and do not reveal whether an account exists.
import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { LOCKOUT_FAILURES, LOCKOUT_MS } from '../../src/wire/constants.ts';
import type { FileConfig } from '../../gateway/config/fileConfig.ts';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
const start = async (auth: FileConfig['auth'] = {}) => {
  gateway = await startInProcess({ auth: { second_factor: 'otp', recovery_codes: true, ...auth } });
};
afterEach(() => gateway.stop());

const WRONG = 'tele-babab-babab-babab-babab-babab-babab-babab-babab';
const adminLink = () => gateway.app.inviteLink?.split('/').at(-1) ?? '';

/** Completes an invitation or a reset with a password and an authenticator app. */
async function complete(browser: ApiClient, token: string, code?: string): Promise<Answer> {
  await browser.openPage();
  await browser.call('POST', `mfa/token/${token}/registerchallenge`, { deviceType: 'totp' });
  const secret = gateway.app.gateway.stores.userTokens.find(token)?.totpSecret ?? '';
  gateway.pass(30_000);
  const fresh = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: gateway.nowMs() });
  const password = Buffer.from('correct horse').toString('base64');
  const answer = await browser.send({
    method: 'PUT',
    path: '/v1/webapi/users/password/token',
    headers: browser.signedIn,
    body: { token, password, second_factor_token: code ?? fresh() },
  });
  if (answer.status === 200) await browser.openPage();
  return answer;
}
const codesOf = ({ json }: Answer): string[] => (json as { recovery: { codes?: string[] } }).recovery.codes ?? [];

async function recover(user: string, code: string, browser = gateway.client()): Promise<Answer> {
  await browser.openPage();
  return browser.call('POST', 'postern/recovery', { user, code, pass: 'correct horse' });
}
const tokenOf = ({ json }: Answer): string => (json as { tokenId: string }).tokenId;
const events = (name: string) =>
  gateway.app.gateway.stores.events
    .page({ fromMs: 0, toMs: gateway.nowMs(), order: 'asc', limit: 100, names: [name] })
    .events.map(({ code, user, success, error }) => ({ code, user, success, error }));

describe('recovery codes', () => {
  test('are issued with the first device: three codes, shown once and stored as hashes', async () => {
    await start();
    const answer = await complete(gateway.client(), adminLink());
    expect(answer.json).toEqual({
      recovery: {
        codes: [expect.any(String), expect.any(String), expect.any(String)],
        created: new Date(gateway.nowMs()).toISOString(),
      },
    });
    const [code = ''] = codesOf(answer);
    expect(code).toMatch(/^tele(-[a-z]{5}){8}$/);
    const stored = JSON.stringify(gateway.app.gateway.stores.db.all('SELECT * FROM recovery_codes'));
    expect(stored).not.toContain(code);
    expect(events('recovery_code.generated')).toEqual([{ code: 'T1008I', user: 'admin' }]);
  });

  test('are not issued if they are disabled', async () => {
    await start({ recovery_codes: false });
    expect((await complete(gateway.client(), adminLink())).json).toEqual({ recovery: {} });
  });

  test('are issued with an optional second factor if the user sets up a device', async () => {
    await start({ second_factor: 'optional' });
    expect(codesOf(await complete(gateway.client(), adminLink()))).toHaveLength(3);
    const { text } = await gateway.client().send({ method: 'GET', path: '/web/config.js' });
    expect(text).toContain('"recoveryCodesEnabled":true');
    expect(text).toContain('"recovery":true');
  });

  test('are issued again for a proof by a second factor, once per proof, and void the earlier codes', async () => {
    await start();
    const browser = gateway.client();
    const [before = ''] = codesOf(await complete(browser, adminLink()));
    const secret = gateway.app.gateway.stores.devices
      .of('admin')
      .map((device) => ('secret' in device ? device.secret : ''))[0];
    const prove = async () => {
      gateway.pass(30_000);
      const code = new TOTP({ secret: Secret.fromBase32(secret ?? '') }).generate({ timestamp: gateway.nowMs() });
      return String((await browser.call('POST', 'users/privilege/token', { secondFactorToken: code })).json);
    };
    expect((await browser.call('GET', 'postern/recovery/codes')).json).toMatchObject({ left: 3 });
    expect((await browser.call('POST', 'postern/recovery/codes', { tokenId: 'made up' })).status).toBe(403);
    const tokenId = await prove();
    const made = await browser.call('POST', 'postern/recovery/codes', { tokenId });
    expect((made.json as { codes: string[] }).codes).toHaveLength(3);
    expect((await browser.call('POST', 'postern/recovery/codes', { tokenId })).status).toBe(403);
    expect((await recover('admin', before)).status).toBe(403);
    expect((await recover('admin', (made.json as { codes: string[] }).codes[0] ?? '')).status).toBe(200);
  });
});

describe('a recovery code', () => {
  test('issues a reset link once, and the other codes stay valid until the link has been used', async () => {
    await start();
    const [first = '', second = '', third = ''] = codesOf(await complete(gateway.client(), adminLink()));
    const opened = await recover('admin', ` ${first.toUpperCase().replaceAll('-', ' ')} `);
    expect(opened.status).toBe(200);
    expect((await recover('admin', first)).status).toBe(403);
    const again = await recover('admin', second);
    expect(tokenOf(again)).not.toBe(tokenOf(opened));
    const browser = gateway.client();
    expect((await complete(browser, tokenOf(opened))).status).toBe(404);
    const fresh = codesOf(await complete(browser, tokenOf(again)));
    expect(fresh).toHaveLength(3);
    expect((await browser.call('GET', 'user/status')).status).toBe(200);
    expect((await recover('admin', third)).status).toBe(403);
    expect((await recover('admin', fresh[0] ?? '')).status).toBe(200);
    expect(events('recovery_code.used').filter(({ success }) => success)).toEqual(
      Array(3).fill({ code: 'T1009I', user: 'admin', success: true }),
    );
  });

  test('ends all sessions at once, and the link removes password and devices', async () => {
    await start();
    const browser = gateway.client();
    const [code = ''] = codesOf(await complete(browser, adminLink()));
    const before = gateway.app.gateway.stores.devices.of('admin');
    const token = tokenOf(await recover('admin', code));
    expect((await browser.call('GET', 'mfa/devices')).status).toBe(403);
    expect(gateway.app.gateway.stores.devices.of('admin')).toEqual(before);
    await complete(gateway.client(), token);
    const after = gateway.app.gateway.stores.devices.of('admin');
    expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id));
  });

  test('is invalid after a reset by an administrator', async () => {
    await start();
    const admin = gateway.client();
    await complete(admin, adminLink());
    const [code = ''] = codesOf(await complete(gateway.client(), await admin.invite('bob', ['access'])));
    await admin.call('POST', 'users/password/token', { name: 'bob', type: 'password' });
    expect((await recover('bob', code)).status).toBe(403);
  });

  test('is invalid for another user', async () => {
    await start();
    const admin = gateway.client();
    await complete(admin, adminLink());
    const [code = ''] = codesOf(await complete(gateway.client(), await admin.invite('bob', ['access'])));
    expect((await recover('admin', code)).status).toBe(403);
    expect((await recover('bob', code)).status).toBe(200);
  });

  test('requires the anti-forgery value of a page', async () => {
    await start();
    const [code = ''] = codesOf(await complete(gateway.client(), adminLink()));
    const body = { user: 'admin', code, pass: 'correct horse' };
    const answer = await gateway.client().call('POST', 'postern/recovery', body);
    expect([answer.status, answer.json]).toEqual([403, { error: { message: 'access denied' } }]);
    expect((await recover('admin', code)).status).toBe(200);
  });

  test('is refused if local sign-in or recovery codes are disabled', async () => {
    await start();
    const [code = ''] = codesOf(await complete(gateway.client(), adminLink()));
    const { config } = gateway.app.gateway;
    for (const off of [{ local: false }, { recoveryCodes: false }]) {
      await gateway.app.reload({
        ...config.get(),
        auth: { ...config.get().auth, local: true, recoveryCodes: true, ...off },
      });
      expect((await recover('admin', code)).status).toBe(403);
    }
  });
});

test('answers do not reveal whether a user, a code or a lock-out exists, and guesses lock out', async () => {
  await start();
  const [code = ''] = codesOf(await complete(gateway.client(), adminLink()));
  const refusals = new Set<string>();
  for (let n = 0; n < LOCKOUT_FAILURES; n += 1) {
    for (const user of ['admin', 'nobody', 'with\0nul', '']) refusals.add((await recover(user, WRONG)).text);
  }
  const locked = await recover('admin', code);
  expect(locked.status).toBe(403);
  refusals.add(locked.text);
  expect([...refusals].map((text) => JSON.parse(text) as unknown)).toEqual([
    { error: { message: 'invalid credentials' } },
  ]);
  expect(events('recovery_code.used').at(-1)).toEqual({
    code: 'T1009W',
    user: 'admin',
    success: false,
    error: 'too many incorrect attempts, please try again later',
  });
  gateway.pass(LOCKOUT_MS);
  expect((await recover('admin', code)).status).toBe(200);
});
