import { beforeEach, describe, expect, test } from 'vitest';
import { CHALLENGE_TTL_MS } from '../../../src/wire/constants.ts';
import type { AssertionJson, CreationJson, DeviceUsage } from '../../../src/wire/webauthn.ts';
import { SoftKey, type Ceremony } from '../../../tests/support/SoftKey.ts';
import { memoryStores } from '../../../tests/support/memoryStores.ts';
import type { AuthConfig } from '../../config/settings.ts';
import { toGatewayConfig } from '../../config/toGatewayConfig.ts';
import { JsonObject } from '../../http/body.ts';
import type { Stores } from '../../store/stores.ts';
import { WebAuthn } from './WebAuthn.ts';

const ORIGIN = 'https://console.example.com';
const AUTH: AuthConfig = { ...toGatewayConfig({}, '/').auth, secondFactor: 'optional' };

/** One application claims the name of the console. */
const isApplication = (hostname: string) => ['wiki.example.com', 'example.com'].includes(hostname);
let now: number;
let auth: AuthConfig;
let stores: Stores;
let webauthn: WebAuthn;

beforeEach(() => {
  now = 1_800_000_000_000;
  auth = AUTH;
  stores = memoryStores();
  for (const name of ['ann', 'bob']) {
    stores.users.add({ name, roles: ['access'], traits: {}, createdBy: 'x', createdMs: now });
  }
  webauthn = new WebAuthn({
    devices: stores.devices,
    rpId: 'example.com',
    isApplication,
    auth: () => auth,
    now: () => now,
  });
});

const sent = (json: object) => JsonObject.from(json, 'the answer');

async function register(user: string, usage: DeviceUsage = 'mfa', key = new SoftKey(ORIGIN)): Promise<SoftKey> {
  const { publicKey } = webauthn.registrationChallenge(user, usage);
  const answer = key.create(publicKey, { verified: usage === 'passwordless' });
  const made = await webauthn.checkRegistration(user, sent(answer), usage);
  const id = key.id.toString('hex');
  stores.devices.add({ ...made, id, user, name: id.slice(0, 8), kind: 'webauthn', addedMs: now, usedMs: now });
  return key;
}

function asked(user: string) {
  const challenge = webauthn.loginChallenge(user);
  if (!challenge) throw new Error(`${user} is asked for no key`);
  return challenge.publicKey;
}
function askedAnybody() {
  const challenge = webauthn.passkeyChallenge();
  if (!challenge) throw new Error('passkeys do not sign in');
  return challenge.publicKey;
}
const login = (user: string, answer: AssertionJson) => webauthn.checkLogin(user, sent(answer));
const passkey = (answer: AssertionJson) => webauthn.checkPasskey(sent(answer));

describe('a key after the password', () => {
  test('is requested by its id in standard base64 and accepted with its signature', async () => {
    const key = await register('ann');
    const options = asked('ann');
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) as string,
      timeout: 300_000,
      rpId: 'example.com',
      allowCredentials: [{ type: 'public-key', id: key.id.toString('base64') }],
      userVerification: 'discouraged',
    });
    now += 60_000;
    expect(await login('ann', key.get(options))).toMatchObject({ ok: true, device: { user: 'ann' } });
    expect(stores.devices.of('ann')[0]).toMatchObject({ usedMs: now, signCount: 1 });
  });

  test('is listed before passkeys, which are also accepted', async () => {
    const passkeyOfAnn = await register('ann', 'passwordless');
    now += 1;
    const key = await register('ann');
    const options = asked('ann');
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([
      key.id.toString('base64'),
      passkeyOfAnn.id.toString('base64'),
    ]);
    expect(await login('ann', passkeyOfAnn.get(options))).toMatchObject({ ok: true });
  });

  test('is accepted once: a repeated answer is refused, also in parallel', async () => {
    const key = await register('ann');
    const answer = key.get(asked('ann'), { count: 0 }); // a key without a counter: only the challenge protects
    const both = await Promise.all([login('ann', answer), login('ann', answer)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await login('ann', answer)).toMatchObject({ ok: false });
    asked('ann');
    expect(await login('ann', answer)).toMatchObject({ ok: false });
  });

  test.each<[string, Ceremony]>([
    ['another page', { origin: 'https://evil.example' }],
    ['a host name that only has the same ending', { origin: 'https://notexample.com' }],
    ['an application of this gateway', { origin: 'https://wiki.example.com' }],
    ['no page', { origin: 'null' }],
    ['the RP ID of another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64') }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['no user presence', { present: false }],
  ])('is refused with %s, and can then still answer correctly', async (_what, ceremony) => {
    const key = await register('ann');
    const options = asked('ann');
    expect(await login('ann', key.get(options, ceremony))).toMatchObject({ ok: false });
    expect(await login('ann', key.get(options))).toMatchObject({ ok: true });
  });

  test('is accepted on the host of its RP ID, even if an application has this name', async () => {
    const key = await register('ann');
    expect(await login('ann', key.get(asked('ann'), { origin: 'https://example.com' }))).toMatchObject({ ok: true });
  });

  test('is accepted on a subdomain of its RP ID', async () => {
    const key = await register('ann');
    const origin = 'https://deep.console.example.com:8443';
    expect(await login('ann', key.get(asked('ann'), { origin }))).toMatchObject({ ok: true });
  });

  test('is refused if another key made the signature', async () => {
    const key = await register('ann');
    const options = asked('ann');
    const { signature } = new SoftKey(ORIGIN).get(options).response;
    const answer = key.get(options);
    expect(await login('ann', { ...answer, response: { ...answer.response, signature } })).toMatchObject({ ok: false });
  });

  test('is refused for another user and for the challenge of another user', async () => {
    const [annsKey, bobsKey] = [await register('ann'), await register('bob')];
    const [annsOptions, bobsOptions] = [asked('ann'), asked('bob')];
    expect(await login('bob', annsKey.get(bobsOptions))).toMatchObject({ ok: false });
    expect(await login('ann', annsKey.get(bobsOptions))).toMatchObject({ ok: false });
    expect(await login('bob', bobsKey.get(annsOptions))).toMatchObject({ ok: false });
  });

  test('is refused after five minutes and after a newer challenge', async () => {
    const key = await register('ann');
    const old = asked('ann');
    const newer = asked('ann');
    expect(await login('ann', key.get(old))).toMatchObject({ ok: false });
    now += CHALLENGE_TTL_MS;
    expect(await login('ann', key.get(newer))).toMatchObject({ ok: false });
  });

  test('is refused as a copy if its signature count does not increase', async () => {
    const key = await register('ann');
    expect(await login('ann', key.get(asked('ann'), { count: 7 }))).toMatchObject({ ok: true });
    expect(await login('ann', key.get(asked('ann'), { count: 7 }))).toMatchObject({ ok: false });
    expect(await login('ann', key.get(asked('ann'), { count: 3 }))).toMatchObject({ ok: false });
    expect(await login('ann', key.get(asked('ann'), { count: 8 }))).toMatchObject({ ok: true });
  });

  test('is not requested from users without one, where keys are not allowed, and at a numeric address', async () => {
    expect(webauthn.loginChallenge('ann')).toBeNull();
    expect(webauthn.loginChallenge('nobody')).toBeNull();
    await register('ann');
    auth = { ...AUTH, secondFactor: 'otp' };
    expect(webauthn.loginChallenge('ann')).toBeNull();
    const atNumber = new WebAuthn({
      devices: stores.devices,
      rpId: undefined,
      isApplication,
      auth: () => AUTH,
      now: () => now,
    });
    expect(atNumber.loginChallenge('ann')).toBeNull();
    expect(atNumber.takesPasskeys()).toBe(false);
    expect(() => atNumber.registrationChallenge('ann', 'mfa')).toThrow('not configured');
  });

  test.each(['rawId', 'clientDataJSON', 'signature'])(
    'is refused with 400 if %s has padding or standard base64',
    async (field) => {
      const key = await register('ann');
      const answer = key.get(asked('ann'));
      const spoilt = { ...answer, [field]: 'ab+/', response: { ...answer.response, [field]: 'ab==' } };
      await expect(login('ann', spoilt)).rejects.toMatchObject({
        status: 400,
        message: /^request: illegal base64 data at input byte 2$/ as unknown,
      });
    },
  );
});

describe('a passkey', () => {
  test('signs in its user without a user name', async () => {
    const key = await register('ann', 'passwordless');
    const options = askedAnybody();
    expect(options).not.toHaveProperty('allowCredentials');
    expect(options.userVerification).toBe('required');
    expect(await passkey(key.get(options, { verified: true }))).toMatchObject({ ok: true, device: { user: 'ann' } });
  });

  test('must verify the user and name its user handle', async () => {
    const key = await register('ann', 'passwordless');
    expect(await passkey(key.get(askedAnybody()))).toMatchObject({ ok: false });
    const answer = key.get(askedAnybody(), { verified: true });
    for (const userHandle of ['', 'AAAA', Buffer.from(crypto.randomUUID()).toString('base64url')]) {
      expect(await passkey({ ...answer, response: { ...answer.response, userHandle } })).toMatchObject({ ok: false });
    }
    expect(await passkey(answer)).toMatchObject({ ok: true });
    expect(await passkey(answer)).toMatchObject({ ok: false });
  });

  test('cannot be a key that was registered as a second factor', async () => {
    const key = await register('ann', 'mfa');
    expect(await passkey(key.get(askedAnybody(), { verified: true }))).toMatchObject({ ok: false });
  });

  test('is refused for a second-factor challenge, and for a passkey challenge as a second factor', async () => {
    const key = await register('ann', 'passwordless');
    expect(await passkey(key.get(asked('ann'), { verified: true }))).toMatchObject({ ok: false });
    asked('ann');
    expect(await login('ann', key.get(askedAnybody(), { verified: true }))).toMatchObject({ ok: false });
  });

  test('does not sign in a user of an identity provider', async () => {
    const key = await register('ann', 'passwordless');
    stores.db.run(`UPDATE users SET auth_type = 'github' WHERE name = 'ann'`);
    expect(await passkey(key.get(askedAnybody(), { verified: true }))).toMatchObject({ ok: false });
  });

  test('does not sign in where the settings disable passkeys', async () => {
    const key = await register('ann', 'passwordless');
    const answer = key.get(askedAnybody(), { verified: true });
    auth = { ...AUTH, passwordless: false };
    expect(webauthn.passkeyChallenge()).toBeUndefined();
    expect(await passkey(answer)).toMatchObject({ ok: false });
  });
});

describe('a new key', () => {
  test('is registered for a random user id and excludes keys of the same kind', async () => {
    const key = await register('ann');
    await register('ann', 'passwordless');
    const { publicKey } = webauthn.registrationChallenge('ann', 'mfa');
    expect(publicKey).toMatchObject({
      rp: { name: 'Teleport', id: 'example.com' },
      user: { name: 'ann', displayName: 'ann' },
      authenticatorSelection: { requireResidentKey: false, userVerification: 'discouraged' },
      excludeCredentials: [{ type: 'public-key', id: key.id.toString('base64') }],
      attestation: 'none',
    });
    const handle = Buffer.from(publicKey.user.id, 'base64').toString();
    expect(handle).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const again = webauthn.registrationChallenge('ann', 'passwordless').publicKey;
    expect(again.user.id).toBe(publicKey.user.id);
    expect(again.authenticatorSelection).toEqual({ requireResidentKey: true, userVerification: 'required' });
    expect(webauthn.registrationChallenge('bob', 'mfa').publicKey).not.toHaveProperty('excludeCredentials');
  });

  const answerOf = (usage: DeviceUsage, ceremony: Ceremony = {}, user = 'ann'): CreationJson =>
    new SoftKey(ORIGIN).create(webauthn.registrationChallenge(user, usage).publicKey, ceremony);

  test.each<[string, () => CreationJson, DeviceUsage, number, RegExp]>([
    [
      'from another origin',
      () => answerOf('mfa', { origin: 'https://evil.example' }),
      'mfa',
      400,
      /^origin doesn't match RPID$/,
    ],
    ['to another challenge', () => answerOf('mfa', { challenge: 'AAAA' }), 'mfa', 400, /challenge/],
    ['to the challenge of another user', () => answerOf('mfa', {}, 'bob'), 'mfa', 404, /registration is not found/],
    ['for another site', () => answerOf('mfa', { rpId: 'evil.example' }), 'mfa', 400, /RP ID/],
    ['without user presence', () => answerOf('mfa', { present: false }), 'mfa', 400, /presence/],
    [
      'made as a second factor',
      () => answerOf('mfa', { verified: true }),
      'passwordless',
      400,
      /was for an MFA registration$/,
    ],
    [
      'without user verification',
      () => answerOf('passwordless'),
      'passwordless',
      400,
      /setting up a PIN may fix this$/,
    ],
  ])('%s is refused', async (_what, answer, usage, status, message) => {
    await expect(webauthn.checkRegistration('ann', sent(answer()), usage)).rejects.toMatchObject({
      status,
      message: expect.stringMatching(message) as string,
    });
  });

  test('is registered once: neither by the same answer again nor for another user', async () => {
    const key = new SoftKey(ORIGIN);
    const answer = key.create(webauthn.registrationChallenge('ann', 'mfa').publicKey);
    const both = await Promise.allSettled([1, 2].map(() => webauthn.checkRegistration('ann', sent(answer), 'mfa')));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(webauthn.checkRegistration('ann', sent(answer), 'mfa')).rejects.toMatchObject({ status: 404 });
    await register('ann', 'mfa', key);
    await expect(register('bob', 'mfa', key)).rejects.toMatchObject({ status: 409 });
  });

  test('is refused after five minutes', async () => {
    const answer = answerOf('mfa');
    now += CHALLENGE_TTL_MS;
    await expect(webauthn.checkRegistration('ann', sent(answer), 'mfa')).rejects.toMatchObject({ status: 404 });
  });
});
