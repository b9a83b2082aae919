import { describe, expect, test } from 'vitest';
import type { SecondFactor } from '../../src/wire/config.ts';
import type { Device } from '../store/devices.ts';
import { checkRemoval } from './lastDevice.ts';

const base = { user: 'ann', addedMs: 0, usedMs: 0 };
const app = (id: string): Device => ({ ...base, id, name: id, kind: 'totp', secret: '', lastStep: 0 });
const key = (id: string, passkey = false): Device => ({
  ...base,
  id,
  name: id,
  kind: 'webauthn',
  credentialId: id,
  publicKey: '',
  signCount: 0,
  passkey,
});

const removing =
  (mode: SecondFactor, device: Device, others: Device[], hasPassword = true, locked: Device[] = []) =>
  () =>
    checkRemoval(device, [device, ...others], { mode, hasPassword, isLocked: (one) => locked.includes(one) });

describe('the last device', () => {
  test.each<[SecondFactor, string, Device, Device[]]>([
    ['on', 'MFA', app('a'), []],
    ['on', 'MFA', key('k'), []],
    ['otp', 'otp', app('a'), [key('k')]],
    ['webauthn', 'webauthn', key('k'), [app('a')]],
  ])('cannot be removed where the setting %s requires %s', (mode, what, device, others) => {
    expect(removing(mode, device, others)).toThrow(
      `cannot delete the last ${what} device for this user; add a replacement device first to avoid getting locked out`,
    );
  });

  test.each<[SecondFactor, Device, Device[]]>([
    ['off', app('a'), []],
    ['optional', key('k'), []],
    ['on', app('a'), [key('k')]],
    ['otp', app('a'), [app('b')]],
    ['otp', key('k'), [app('a')]],
    ['webauthn', key('k'), [key('p', true)]],
    ['webauthn', app('a'), [key('k')]],
  ])('can be removed with %s where the setting does not require it', (mode, device, others) => {
    expect(removing(mode, device, others)).not.toThrow();
  });
});

test.each<[SecondFactor, string]>([
  ['on', 'MFA'],
  ['optional', 'MFA'],
  ['webauthn', 'MFA'],
])('with %s, the last device that is not locked cannot be removed', (mode, what) => {
  const [own, lost] = [key('k'), key('l')];
  expect(removing(mode, own, [lost], true, [lost])).toThrow(`cannot delete the last ${what} device`);
  expect(removing(mode, lost, [own], true, [lost])).not.toThrow();
  expect(removing(mode, own, [lost, key('m')], true, [lost])).not.toThrow();
});

test('without a password, the last passkey that is not locked cannot be removed', () => {
  const [own, lost] = [key('p', true), key('q', true)];
  expect(removing('off', own, [lost], false, [lost])).toThrow('last passwordless device');
  expect(removing('off', lost, [own], false, [lost])).not.toThrow();
});

test('without a password, the last passkey cannot be removed, even if other devices exist', () => {
  expect(removing('optional', key('p', true), [key('k'), app('a')], false)).toThrow('last passwordless device');
  expect(removing('optional', key('p', true), [key('q', true)], false)).not.toThrow();
  expect(removing('optional', key('k'), [key('p', true)], false)).not.toThrow();
  expect(removing('optional', key('p', true), [])).not.toThrow();
});
