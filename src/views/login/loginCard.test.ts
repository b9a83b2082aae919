import { expect, test } from 'vitest';
import { toConfig } from '../../api/config.ts';
import type { WebConfigJson } from '../../wire/config.ts';
import { isKeyPolicyRefusal, loginCard } from './loginCard.ts';
import { factorsFor, usableFactor } from './secondFactors.ts';
import { loginMethods } from './loginMethods.ts';

const unseen = { motdAcknowledged: false, refusedByKeyPolicy: false };
const card = (auth: Partial<WebConfigJson['auth']>, seen: Partial<typeof unseen> = {}) =>
  loginCard(toConfig({ auth }), { ...unseen, ...seen }).kind;
const github = { name: 'gh', type: 'github', url: '' } as const;

test('shows the message of the day first, once', () => {
  expect(card({ motd: 'Freeze', privateKeyPolicy: 'hardware_key' })).toBe('motd');
  expect(card({ motd: 'Freeze', privateKeyPolicy: 'hardware_key' }, { motdAcknowledged: true })).toBe('keyPolicy');
  expect(card({ motd: 'Freeze' }, { motdAcknowledged: true })).toBe('methods');
});

test('a key policy disables web sign-in, by configuration or after a rejected sign-in', () => {
  expect(card({ privateKeyPolicy: 'hardware_key_touch' })).toBe('keyPolicy');
  expect(card({}, { refusedByKeyPolicy: true })).toBe('keyPolicy');
  expect(isKeyPolicyRefusal('private key policy not met: hardware_key_touch')).toBe(true);
  expect(isKeyPolicyRefusal('invalid credentials')).toBe(false);
});

test('without local accounts only providers remain, if any', () => {
  expect(card({ localAuthEnabled: false, providers: [github] })).toBe('methods');
  expect(card({ localAuthEnabled: false })).toBe('notEnabled');
});

const providers = [github];
test.each([
  [{}, ['password']],
  [{ allowPasswordless: true }, ['password', 'passkey']],
  [{ allowPasswordless: true, providers }, ['password', 'passkey', 'sso']],
  [{ allowPasswordless: true, providers, localConnectorName: 'passwordless' }, ['passkey', 'sso', 'password']],
  [{ localConnectorName: 'passwordless' }, ['password']],
  [{ allowPasswordless: true, providers, authType: 'github' }, ['sso', 'passkey', 'password']],
  [{ authType: 'oidc' }, ['password']],
  [{ allowPasswordless: true, providers, localAuthEnabled: false }, ['sso']],
] as const)('sign-in methods of %j: %j', (auth, methods) => {
  expect(loginMethods(toConfig({ auth }).auth)).toEqual(methods);
});

test.each([
  ['off', ['none'], 'none'],
  ['optional', ['key', 'otp', 'none'], 'otp'],
  ['on', ['key', 'otp'], 'otp'],
  ['otp', ['otp'], 'otp'],
  ['webauthn', ['key'], 'key'],
] as const)('second factor %s offers %j, and %s first without WebAuthn', (mode, factors, withoutKeys) => {
  expect(factorsFor(mode)).toEqual(factors);
  expect(usableFactor(factors, true)).toBe(factors[0]);
  expect(usableFactor(factors, false)).toBe(withoutKeys);
});
