// A reset of a user's sign-in must end all earlier access: sessions, tokens and devices (H2).
import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import type { FileConfig } from '../../gateway/config/fileConfig.ts';
import type { AuthnChallengeJson, DeviceUsage, RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { SoftKey } from '../support/SoftKey.ts';

const ORIGIN = 'http://localhost:3080';
const NEW_PASSWORD = 'another staple';
const base64 = (text: string) => Buffer.from(text).toString('base64');

let gateway: InProcess;
const start = async (auth: NonNullable<FileConfig['auth']>): Promise<ApiClient> => {
  gateway = await startInProcess({ auth });
  return gateway.admin();
};
afterEach(() => gateway.stop());

const refusal = ({ status, json }: Answer) => [status, (json as { error?: { message: string } }).error?.message];
const ENDED = [403, 'need auth'];
const status = async (browser: ApiClient) => (await browser.call('GET', 'user/status')).status;
const devicesOf = (user: string) => gateway.app.gateway.stores.devices.of(user).map(({ name }) => name);

async function reset(admin: ApiClient, name: string): Promise<string> {
  const { json } = await admin.call('POST', 'users/password/token', { name, type: 'password' });
  return (json as { tokenId: string }).tokenId;
}

async function signIn(user: string, password = PASSWORD): Promise<ApiClient> {
  const browser = gateway.client();
  await browser.openPage('/web/login');
  expect((await browser.signIn(user, password)).status).toBe(200);
  return browser;
}

async function addKey(browser: ApiClient, tokenId: string, usage: DeviceUsage = 'mfa'): Promise<[SoftKey, Answer]> {
  const key = new SoftKey(ORIGIN);
  const asked = { deviceType: 'webauthn', deviceUsage: usage };
  const { json } = await browser.call('POST', `mfa/token/${tokenId}/registerchallenge`, asked);
  const options = (json as RegisterChallengeJson).webauthn?.publicKey;
  if (!options) throw new Error('no challenge');
  const webauthnRegisterResponse = key.create(options, { verified: true });
  const body = { tokenId, deviceName: `key ${usage}`, webauthnRegisterResponse, deviceUsage: usage };
  return [key, await browser.call('POST', 'mfa/devices', body)];
}

/** A user with a key, who signed in earlier with only a password. */
async function bobWithKey(admin: ApiClient): Promise<ApiClient> {
  const bob = await gateway.user(admin, 'bob');
  const { json: tokenId } = await bob.call('POST', 'users/privilege/token', {});
  expect((await addKey(bob, String(tokenId)))[1].status).toBe(200);
  return bob;
}

describe('H2: a reset link', () => {
  test('ends every session of its user, and no other sessions, when it is issued', async () => {
    const admin = await start({ second_factor: 'optional' });
    const bob = await gateway.user(admin, 'bob');
    const elsewhere = await signIn('bob');
    const ann = await gateway.user(admin, 'ann');
    await reset(admin, 'bob');
    for (const browser of [bob, elsewhere]) {
      expect(refusal(await browser.call('GET', 'user/status'))).toEqual(ENDED);
      expect((await browser.openPage()).text).toContain('name="grv_bearer_token" content=""');
    }
    expect([await status(ann), await status(admin)]).toEqual([200, 200]);
  });

  test.each(['password', 'invite'])('cannot be issued by users for themselves: %s', async (type) => {
    const admin = await start({ second_factor: 'optional' });
    const answer = await admin.call('POST', 'users/password/token', { name: 'admin', type });
    expect(refusal(answer)).toEqual([400, 'cannot reset own user account']);
    await signIn('admin');
    expect(await status(admin)).toBe(200);
  });

  test('stays valid if a stolen session requests a privilege token, and that request is refused', async () => {
    const admin = await start({ second_factor: 'optional' });
    const thief = await bobWithKey(admin);
    expect(refusal(await thief.call('POST', 'users/privilege/token', {}))[0]).toBe(400);
    const link = await reset(admin, 'bob');
    expect(refusal(await thief.call('POST', 'users/privilege/token', {}))).toEqual(ENDED);
    const victim = gateway.client();
    await victim.accept(link, NEW_PASSWORD);
    expect(await status(victim)).toBe(200);
    expect(devicesOf('bob')).toEqual([]);
  });

  test('is not undone by a call that started before it and whose body arrives later', async () => {
    const admin = await start({ second_factor: 'optional' });
    const thief = await bobWithKey(admin);
    const { promise, finish } = stalled(thief, 'users/privilege/token');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const link = await reset(admin, 'bob');
    finish('{}');
    expect((await promise).status).toBe(403);
    await gateway.client().accept(link, NEW_PASSWORD);
  });

  test('stays valid, and no privilege token is issued without proof while it is pending', async () => {
    const admin = await start({ second_factor: 'optional' });
    await gateway.user(admin, 'bob');
    const link = await reset(admin, 'bob');
    const { userTokens, stores } = gateway.app.gateway;
    expect(() => userTokens.issuePrivilege('bob', 'privilege_exception')).toThrow('reset');
    userTokens.issuePrivilege('bob', 'privilege');
    expect(stores.userTokens.find(link)).toBeDefined();
    await gateway.client().accept(link, NEW_PASSWORD);
  });

  test('removes at its completion the sessions and devices that were created since its issue', async () => {
    const admin = await start({ second_factor: 'optional' });
    const bob = await gateway.user(admin, 'bob');
    const link = await reset(admin, 'bob');
    // Simulates a session and a device that were created in between.
    const { stores } = gateway.app.gateway;
    stores.users.setPasswordHash(
      'bob',
      await (
        await import('../../gateway/identity/passwords.ts')
      ).hashPassword(Buffer.from('meanwhile pass'), { user: 'x' }),
    );
    const intruder = await signIn('bob', 'meanwhile pass');
    stores.devices.add({
      id: '1',
      user: 'bob',
      name: 'planted',
      addedMs: 0,
      usedMs: 0,
      kind: 'totp',
      secret: 'GEZDGNBVGY3TQOJQ',
      lastStep: 0,
    });
    const victim = gateway.client();
    await victim.accept(link, NEW_PASSWORD);
    expect(devicesOf('bob')).toEqual([]);
    expect([await status(intruder), await status(bob), await status(victim)]).toEqual([403, 403, 200]);
  });

  test('leaves no passkey of a thief who uses a stolen session', async () => {
    const admin = await start({ second_factor: 'optional' });
    const thief = await bobWithKey(admin);
    const link = await reset(admin, 'bob');
    const { json: tokenId } = await thief.call('POST', 'users/privilege/token', {});
    expect(typeof tokenId).not.toBe('string');
    await gateway.client().accept(link, NEW_PASSWORD);
    const browser = gateway.client();
    const { json } = await browser.call('POST', 'mfa/login/begin', { passwordless: true });
    expect((json as AuthnChallengeJson).webauthn_challenge).not.toBeNull();
    expect(devicesOf('bob')).toEqual([]);
  });

  test('refuses a sign-in whose password is being checked while it is issued', async () => {
    const admin = await start({ second_factor: 'off' });
    await gateway.user(admin, 'bob');
    const browser = gateway.client();
    await browser.openPage('/web/login');
    const signingIn = browser.signIn('bob', PASSWORD);
    // argon2 runs several of these at a time.
    for (let n = 0; n < 200 && gateway.app.gateway.stores.lockouts.find('bob') === undefined; n += 1)
      await new Promise((resolve) => setTimeout(resolve, 1));
    gateway.app.gateway.userTokens.issueLink('bob', 'password', 'admin');
    expect((await signingIn).status).toBe(403);
  });
});

describe("H2: a user's own password change", () => {
  test.each([['off'], ['otp']] as const)('ends all sign-ins except the current one (%s)', async (mode) => {
    const admin = await start({ second_factor: mode === 'off' ? 'off' : 'optional' });
    const bob = await gateway.user(admin, 'bob');
    const thief = await signIn('bob');
    await bob.call('POST', 'sessions/web/renew', {});
    const body = { old_password: base64(PASSWORD), new_password: base64(NEW_PASSWORD) };
    expect((await bob.call('PUT', 'users/password', body)).status).toBe(200);
    expect(await status(bob)).toBe(200);
    expect(refusal(await thief.call('GET', 'user/status'))).toEqual(ENDED);
    await signIn('bob', NEW_PASSWORD);
  });

  test('is refused if a reset is issued before it completes', async () => {
    const admin = await start({ second_factor: 'off' });
    const bob = await gateway.user(admin, 'bob');
    const body = { old_password: base64(PASSWORD), new_password: base64(NEW_PASSWORD) };
    const changing = bob.call('PUT', 'users/password', body);
    for (let n = 0; n < 200 && gateway.app.gateway.stores.lockouts.find('bob') === undefined; n += 1)
      await new Promise((resolve) => setTimeout(resolve, 1));
    gateway.app.gateway.userTokens.issueLink('bob', 'password', 'admin');
    expect((await changing).status).toBe(403);
    expect(gateway.app.gateway.stores.users.passwordHash('bob')).toBeUndefined();
  });
});

test('H2: a recovery code ends every session, and its link ends those created since', async () => {
  gateway = await startInProcess({ auth: { second_factor: 'otp', recovery_codes: true } });
  const first = gateway.client();
  const token = gateway.app.inviteLink?.split('/').at(-1) ?? '';
  await first.openPage();
  await first.call('POST', `mfa/token/${token}/registerchallenge`, { deviceType: 'totp' });
  const secret = gateway.app.gateway.stores.userTokens.find(token)?.totpSecret ?? '';
  const code = () => {
    gateway.pass(30_000);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: gateway.nowMs() });
  };
  const answer = await first.send({
    method: 'PUT',
    path: '/v1/webapi/users/password/token',
    headers: first.signedIn,
    body: { token, password: base64(PASSWORD), second_factor_token: code() },
  });
  await first.openPage();
  const codes = (answer.json as { recovery: { codes: string[] } }).recovery.codes;
  const browser = gateway.client();
  await browser.openPage();
  const recovered = await browser.call('POST', 'postern/recovery', { user: 'admin', code: codes[0], pass: PASSWORD });
  expect(recovered.status).toBe(200);
  expect(refusal(await first.call('GET', 'user/status'))).toEqual(ENDED);
});

/** A call whose body is delayed. */
function stalled(
  browser: ApiClient,
  path: string,
): { promise: Promise<{ status: number }>; finish: (body: string) => void } {
  let finish: (body: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      finish = (text) => {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      };
    },
  });
  const promise = fetch(`${gateway.base}/v1/webapi/${path}`, {
    method: 'POST',
    headers: { ...browser.signedIn, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  return { promise, finish: (text) => finish(text) };
}
