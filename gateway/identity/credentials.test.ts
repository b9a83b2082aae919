import { verify } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SecondFactor } from '../../src/wire/config.ts';
import { printYaml } from '../../src/wire/yaml.ts';
import { SoftKey, type Ceremony } from '../../tests/support/SoftKey.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { JsonObject } from '../http/body.ts';
import { toGatewayConfig } from '../config/toGatewayConfig.ts';
import { lockDocument } from '../locks/lock.ts';
import { Locks } from '../locks/Locks.ts';
import type { Stores } from '../store/stores.ts';
import { Attempts } from './attempts.ts';
import { Credentials, LOCKED } from './credentials.ts';
import * as passwords from './passwords.ts';
import { newTotpSecret } from './totp.ts';
import { WebAuthn } from './webauthn/WebAuthn.ts';

// Files of this suite share their modules, and another file may have loaded these without the spy.
vi.hoisted(() => vi.resetModules());
vi.mock('@node-rs/argon2', { spy: true });

const AUTH = toGatewayConfig({}, '/').auth;
const PASSWORD = 'correct horse';
const PERIOD_MS = 30_000;
const hashed = passwords.hashPassword(Buffer.from(PASSWORD), { user: 'ann' });

let now: number;
let stores: Stores;
let credentials: Credentials;
let webauthn: WebAuthn;
let secret: string;
let secondFactor: SecondFactor;

beforeEach(async () => {
  now = 1_800_000_000_000;
  secondFactor = 'otp';
  stores = memoryStores();
  for (const name of ['ann', 'bob']) {
    stores.users.add({ name, roles: ['access'], traits: {}, createdBy: 'x', createdMs: now });
    stores.users.setPasswordHash(name, await hashed);
  }
  secret = newTotpSecret();
  stores.devices.add({
    id: 'd1',
    user: 'ann',
    name: 'phone',
    kind: 'totp',
    secret,
    lastStep: 0,
    addedMs: now,
    usedMs: now,
  });
  const clock = () => now;
  webauthn = new WebAuthn({
    devices: stores.devices,
    rpId: 'localhost',
    isApplication: () => false,
    auth: () => ({ ...AUTH, secondFactor }),
    now: clock,
  });
  credentials = new Credentials({
    stores,
    attempts: new Attempts({ ...stores, now: clock }),
    webauthn,
    locks: new Locks({ stores, now: clock }),
    mode: () => secondFactor,
    now: clock,
  });
});

const code = (periodsAway = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + periodsAway * PERIOD_MS });
const wrongCode = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0');
const signIn = (user: string, password: string, sent: string, mode: SecondFactor) => {
  secondFactor = mode;
  return credentials.signIn(user, password, sent, '192.0.2.1');
};

describe('sign-in of ann, who has an authenticator app, and bob, who has none', () => {
  test.each<[SecondFactor, string, 'code' | 'none', boolean]>([
    ['off', 'ann', 'none', true],
    ['otp', 'ann', 'code', true],
    ['otp', 'ann', 'none', false],
    ['otp', 'bob', 'none', false],
    ['on', 'ann', 'code', true],
    ['on', 'bob', 'none', false],
    ['optional', 'ann', 'code', true],
    ['optional', 'ann', 'none', false],
    ['optional', 'bob', 'none', true],
    ['optional', 'bob', 'code', false],
  ])('with second factor %s, %s with %s: %s', async (mode, user, sent, ok) => {
    expect(await signIn(user, PASSWORD, sent === 'code' ? code() : '', mode)).toMatchObject({ ok });
  });
});

test('a wrong password with the right code is refused, and the code stays usable', async () => {
  expect(await signIn('ann', 'wrong', code(), 'otp')).toMatchObject({ ok: false });
  expect(await signIn('ann', PASSWORD, code(), 'otp')).toMatchObject({ ok: true });
});

test('accepts a code up to one period before and after its own', async () => {
  for (const [away, ok] of [
    [-2, false],
    [-1, true],
    [1, true],
    [2, false],
  ] as const) {
    expect(await signIn('ann', PASSWORD, code(away), 'otp'), `${away} periods away`).toMatchObject({ ok });
  }
});

test('accepts a code once, and no earlier code afterwards', async () => {
  expect(await signIn('ann', PASSWORD, code(), 'otp')).toMatchObject({ ok: true });
  expect(await signIn('ann', PASSWORD, code(), 'otp')).toMatchObject({ ok: false });
  expect(await signIn('ann', PASSWORD, code(-1), 'otp')).toMatchObject({ ok: false });
  expect(credentials.code('ann', code())).toEqual({ ok: false, why: 'used' });
  now += PERIOD_MS;
  expect(await signIn('ann', PASSWORD, code(), 'otp')).toMatchObject({ ok: true });
});

test('refuses codes where only security keys are allowed', async () => {
  expect(await signIn('ann', PASSWORD, code(), 'webauthn')).toMatchObject({ ok: false });
  expect(credentials.code('ann', code())).toMatchObject({ ok: false });
  expect(credentials.challenge('ann')).toEqual({ webauthn_challenge: null, totp_challenge: false });
});

test('two parallel sign-ins with the same code succeed once', async () => {
  const both = await Promise.all([signIn('ann', PASSWORD, code(), 'otp'), signIn('ann', PASSWORD, code(), 'otp')]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

describe('a refusal reveals nothing', () => {
  test('every refusal verifies one password hash', async () => {
    const cost = async (work: () => Promise<unknown>) => {
      vi.mocked(verify).mockClear();
      await work();
      return vi.mocked(verify).mock.calls.length;
    };
    expect(await cost(() => signIn('nobody', PASSWORD, '', 'optional'))).toBe(1);
    expect(await cost(() => signIn('ann', 'wrong', code(), 'otp'))).toBe(1);
    expect(await cost(() => signIn('ann', PASSWORD, wrongCode(), 'otp'))).toBe(1);
    expect(await cost(() => signIn('ann', PASSWORD, '', 'otp'))).toBe(1);
    for (let n = 0; n < 6; n += 1) credentials.code('ann', wrongCode());
    expect(await cost(() => signIn('ann', PASSWORD, code(), 'otp'))).toBe(1);
    stores.users.setPasswordHash('bob', undefined); // an invitation that is not completed
    expect(await cost(() => signIn('bob', PASSWORD, '', 'off'))).toBe(1);
  });

  test('every refusal writes the same statements: unknown user, wrong password, lockout', async () => {
    const run = vi.spyOn(stores.db, 'run');
    const writes = async (user: string, password: string, mode: SecondFactor) => {
      run.mockClear();
      await signIn(user, password, '', mode);
      return run.mock.calls.map(([sql]) => sql);
    };
    for (let n = 0; n < 6; n += 1) credentials.code('ann', wrongCode());
    const ofUnknownUser = await writes('nobody', 'wrong', 'optional');
    expect(ofUnknownUser).not.toHaveLength(0);
    expect(await writes('bob', 'wrong', 'optional')).toEqual(ofUnknownUser);
    expect(await writes('ann', PASSWORD, 'otp')).toEqual(ofUnknownUser);
    expect(await writes('ann', 'wrong', 'optional')).toEqual(ofUnknownUser);
  });

  test('an unknown user is locked out like any other', async () => {
    for (let n = 0; n < 5; n += 1) await signIn('nobody', 'wrong', '', 'optional');
    expect(await signIn('nobody', 'wrong', '', 'optional')).toMatchObject({
      reason: expect.stringMatching('too many') as string,
    });
  });

  test('wrong codes lock out like wrong passwords, and a right password does not reset the count', async () => {
    for (let n = 0; n < 4; n += 1) {
      expect(await signIn('ann', PASSWORD, wrongCode(), 'otp')).toMatchObject({ ok: false });
      expect(await credentials.password('ann', Buffer.from(PASSWORD), { user: 'ann' })).toBe('right');
    }
    expect(await signIn('ann', PASSWORD, wrongCode(), 'otp')).toMatchObject({ ok: false });
    expect(await signIn('ann', PASSWORD, code(), 'otp')).toMatchObject({
      ok: false,
      reason: 'too many incorrect attempts, please try again later',
    });
  });

  test('parallel guesses count like sequential ones', async () => {
    await Promise.all(Array.from({ length: 8 }, () => signIn('bob', 'wrong', '', 'optional')));
    expect(await signIn('bob', PASSWORD, '', 'optional')).toMatchObject({ ok: false });
  });
});

test('the right code of a locked device is refused, and does not change the count of failures', async () => {
  const document = lockDocument({ name: 'l1', targets: { mfa_device: 'd1' }, message: 'stolen', expiresMs: undefined });
  const lock = { kind: 'lock', name: 'l1', content: printYaml(document), document } as const;
  stores.documents.put(lock, { by: 'ann', nowMs: now });
  for (let n = 0; n < 6; n += 1) {
    const reason = 'lock targeting MFADevice:"d1" is in force: stolen';
    expect(credentials.code('ann', code())).toEqual({ ok: false, why: 'locked', reason });
    now += PERIOD_MS;
  }
  for (let n = 0; n < 4; n += 1) credentials.code('ann', wrongCode());
  expect(credentials.code('ann', code())).toMatchObject({ reason: expect.stringMatching('lock targeting') as string });
  credentials.code('ann', wrongCode());
  expect(credentials.code('ann', code())).toEqual({ ok: false, why: 'locked', reason: LOCKED });
});

describe('a security key', () => {
  const key = new SoftKey('http://localhost');
  const answer = (ceremony: Ceremony = {}) => {
    const { webauthn_challenge } = credentials.challenge('bob');
    if (!webauthn_challenge) throw new Error('bob is asked for no key');
    return JsonObject.from(key.get(webauthn_challenge.publicKey, ceremony), 'the answer');
  };
  beforeEach(async () => {
    secondFactor = 'on';
    const { publicKey } = webauthn.registrationChallenge('bob', 'mfa');
    const made = await webauthn.checkRegistration('bob', JsonObject.from(key.create(publicKey), 'the answer'), 'mfa');
    stores.devices.add({ ...made, id: 'k1', user: 'bob', name: 'key', kind: 'webauthn', addedMs: now, usedMs: now });
  });

  test('a wrong answer does not lock the user out, and a right one resets the count of wrong passwords', async () => {
    for (let n = 0; n < 10; n += 1) {
      expect(await credentials.assertion('bob', answer({ present: false }))).toMatchObject({ ok: false });
    }
    for (let n = 0; n < 4; n += 1) await signIn('bob', 'wrong', '', 'on');
    expect(await credentials.assertion('bob', answer())).toMatchObject({ ok: true });
    for (let n = 0; n < 4; n += 1) await signIn('bob', 'wrong', '', 'off');
    expect(await signIn('bob', PASSWORD, '', 'off')).toMatchObject({ ok: true });
  });

  test('is refused while the account is locked out', async () => {
    for (let n = 0; n < 5; n += 1) await signIn('bob', 'wrong', '', 'on');
    expect(await credentials.assertion('bob', answer())).toEqual({ ok: false, why: 'locked', reason: LOCKED });
  });

  test('does not count a malformed answer as a failure', async () => {
    const malformed = JsonObject.from({ rawId: '+/', type: 'public-key', response: {} }, 'the answer');
    for (let n = 0; n < 6; n += 1) await expect(credentials.assertion('bob', malformed)).rejects.toThrow('base64');
    expect(await credentials.assertion('bob', answer())).toMatchObject({ ok: true });
  });
});
