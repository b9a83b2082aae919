import { expect, test } from 'vitest';
import { toDevice, type Device } from '../../api/devices.ts';
import type { SecondFactor } from '../../wire/config.ts';
import type { DeviceJson } from '../../wire/webauthn.ts';
import {
  addFactorOff,
  addPasskeyOff,
  newNameProblem,
  keptBecause,
  managingOff,
  ownFactors,
  passwordFactors,
  whatStays,
} from './deviceRules.ts';

const device = (name: string, type: DeviceJson['type'], residentKey?: boolean): Device =>
  toDevice({
    id: `id-${name}`,
    name,
    type,
    addedAt: '2026-01-01T00:00:00Z',
    lastUsed: '2026-01-02T00:00:00Z',
    ...(residentKey !== undefined && { residentKey }),
  });
const phone = device('phone', 'TOTP');
const tablet = device('tablet', 'TOTP');
const key = device('key', 'WebAuthn', false);
const old = device('old', 'U2F');
const passkey = device('passkey', 'WebAuthn', true);
const strange = device('strange', 'unknown');

test.each<[SecondFactor, Device[], boolean]>([
  ['off', [phone], false],
  ['optional', [phone], false],
  ['on', [phone], true],
  ['on', [phone, key], false],
  ['otp', [phone], true],
  ['otp', [phone, key], true],
  ['otp', [phone, tablet], false],
  ['webauthn', [phone], false],
  ['webauthn', [phone, key], false],
])('second factor %s, devices %j: the authenticator is required: %s', (mode, devices, stays) => {
  expect(keptBecause(phone, devices, { mode, hasPassword: true }) !== undefined).toBe(stays);
});

test.each<[SecondFactor, Device[], boolean]>([
  ['otp', [phone, key], false],
  ['webauthn', [phone, key], true],
  ['webauthn', [key, old], false],
  ['webauthn', [key, passkey], false],
  ['on', [key], true],
])('second factor %s, devices %j: the key is required: %s', (mode, devices, stays) => {
  expect(keptBecause(key, devices, { mode, hasPassword: true }) !== undefined).toBe(stays);
});

test.each<[boolean, Device, Device[], boolean]>([
  [false, passkey, [passkey, phone, key], true],
  [false, passkey, [passkey, device('second passkey', 'WebAuthn', true)], false],
  [false, key, [passkey, key], false],
  [true, passkey, [passkey, phone], false],
])('password %s: %j of %j is required: %s', (hasPassword, of, devices, stays) => {
  expect(keptBecause(of, devices, { mode: 'optional', hasPassword })?.title).toBe(
    stays ? 'The last passkey cannot be removed.' : undefined,
  );
});

test('a device of unknown type is required only if any device counts', () => {
  expect(keptBecause(strange, [strange], { mode: 'otp', hasPassword: true })).toBeUndefined();
  expect(keptBecause(strange, [strange], { mode: 'on', hasPassword: true })).toBeDefined();
});

test.each<[SecondFactor, Device[], string[]]>([
  ['on', [phone, key], ['key', 'otp']],
  ['on', [phone], ['otp']],
  ['optional', [], []],
  ['otp', [phone, key], ['otp']],
  ['webauthn', [phone, old], ['key']],
  ['webauthn', [phone], []],
  ['on', [strange], []],
])('second factor %s, devices %j: confirmation with %j', (mode, devices, factors) => {
  expect(ownFactors(mode, devices)).toEqual(factors);
});

test.each<[SecondFactor, Device[] | undefined, string[]]>([
  ['off', [phone], ['none']],
  ['optional', undefined, ['key', 'otp', 'none']],
  ['optional', [], ['none']],
  ['optional', [phone], ['otp']],
  ['on', [], ['key', 'otp']],
  ['on', [key], ['key']],
  ['otp', undefined, ['otp']],
])('second factor %s, devices %j: a password change requires %j', (mode, devices, factors) => {
  expect(passwordFactors(mode, devices)).toEqual(factors);
});

test('passkeys require WebAuthn in the browser, permission of the cluster and support for keys', () => {
  expect(addPasskeyOff('on', true, undefined)).toBeUndefined();
  expect(addPasskeyOff('on', true, 'no WebAuthn')).toBe('no WebAuthn');
  expect(addPasskeyOff('on', false, 'no WebAuthn')).toMatch(/without a password/);
  expect(addPasskeyOff('otp', true, undefined)).toMatch(/authenticators only/);
  expect(addPasskeyOff('off', true, undefined)).toBe(managingOff('off'));
});

test('adding a second factor requires a factor that cluster and browser support', () => {
  expect(addFactorOff('on', 'no WebAuthn')).toBeUndefined();
  expect(addFactorOff('webauthn', 'no WebAuthn')).toBe('no WebAuthn');
  expect(addFactorOff('webauthn', undefined)).toBeUndefined();
  expect(addFactorOff('off', undefined)).toBe(managingOff('off'));
});

test.each<[Device, Device[], string]>([
  [phone, [phone, key, passkey, strange], '2 second factors and 1 passkey remain.'],
  [phone, [phone, passkey], '1 passkey remains.'],
  [phone, [phone, old], '1 second factor remains.'],
  [phone, [phone], 'No other device remains.'],
])('without %j: %s', (gone, devices, words) => expect(whatStays(gone, devices)).toBe(words));

test.each([
  ['desk key', undefined],
  ['  ', 'Enter a name'],
  ['phone ', 'You already have a device with this name'],
  ['ж'.repeat(15), undefined],
  ['ж'.repeat(16), 'Too long: 32 of at most 30 bytes'],
])('the name %j: %s', (name, problem) => expect(newNameProblem(name, [phone])).toBe(problem));
