import type { SecondFactor } from '../../src/wire/config.ts';
import { badRequest } from '../http/failures.ts';
import type { Device } from '../store/devices.ts';
import { isEnforced } from './secondFactor.ts';

/** `isLocked`: whether a lock applies to the device. */
type Account = { mode: SecondFactor; hasPassword: boolean; isLocked: (device: Device) => boolean };

/** Refuses to remove a device if its owner could no longer sign in without it (http-auth §8.7). */
export function checkRemoval(device: Device, devices: readonly Device[], account: Account): void {
  const { mode, hasPassword, isLocked } = account;
  const others = devices.filter(({ id }) => id !== device.id);
  const usable = others.filter((other) => !isLocked(other));
  // A user who has a device is asked for one, even if the setting does not require it.
  const isAsked = mode === 'on' || (mode !== 'off' && others.length > 0);
  if (isAsked && usable.length === 0) throw lastOf('MFA');
  if (isEnforced(mode) && mode !== 'on' && kindOf(device) === mode && !usable.some((other) => kindOf(other) === mode)) {
    throw lastOf(mode);
  }
  if (!hasPassword && isPasskey(device) && !usable.some(isPasskey)) throw lastOf('passwordless');
}

/** The device's kind as a value of the setting. */
const kindOf = ({ kind }: Device): SecondFactor => (kind === 'totp' ? 'otp' : 'webauthn');
/** Whether the device signs in without a password. */
export const isPasskey = (device: Device): boolean => device.kind === 'webauthn' && device.passkey;

const lastOf = (noun: string) =>
  badRequest(
    `cannot delete the last ${noun} device for this user; add a replacement device first to avoid getting locked out`,
  );
