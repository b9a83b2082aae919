import { expect, test } from 'vitest';
import { toConfig } from '../../api/config.ts';
import type { WebConfigJson } from '../../wire/config.ts';
import { isKeyPolicyRefusal, loginCard } from './loginCard.ts';
import { factorsFor } from './secondFactors.ts';

const unseen = { motdAcknowledged: false, refusedByKeyPolicy: false };
const card = (auth: Partial<WebConfigJson['auth']>, seen: Partial<typeof unseen> = {}) =>
  loginCard(toConfig({ auth }), { ...unseen, ...seen }).kind;
const github = { name: 'gh', type: 'github', url: '' } as const;

test('the message of the day comes before everything, once', () => {
  expect(card({ motd: 'Freeze', privateKeyPolicy: 'hardware_key' })).toBe('motd');
  expect(card({ motd: 'Freeze', privateKeyPolicy: 'hardware_key' }, { motdAcknowledged: true })).toBe('keyPolicy');
  expect(card({ motd: 'Freeze' }, { motdAcknowledged: true })).toBe('form');
});

test('a key policy shuts the web, from the settings or from a refused sign-in', () => {
  expect(card({ privateKeyPolicy: 'hardware_key_touch' })).toBe('keyPolicy');
  expect(card({}, { refusedByKeyPolicy: true })).toBe('keyPolicy');
  expect(isKeyPolicyRefusal('private key policy not met: hardware_key_touch')).toBe(true);
  expect(isKeyPolicyRefusal('invalid credentials')).toBe(false);
});

test('without local accounts there are the providers, or nothing', () => {
  expect(card({ localAuthEnabled: false, providers: [github] })).toBe('ssoOnly');
  expect(card({ localAuthEnabled: false })).toBe('notEnabled');
  expect(card({ providers: [github] })).toBe('form');
});

test.each([
  ['off', ['none']],
  ['optional', ['otp', 'none']],
  ['on', ['otp']],
  ['otp', ['otp']],
  ['webauthn', []],
] as const)('second factor %s offers %j', (mode, factors) => {
  expect(factorsFor(mode)).toEqual(factors);
});
