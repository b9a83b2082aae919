import { utf8 } from '../../lib/encoding.ts';
import { codeProblem } from '../../ui/plain/CodeField.tsx';
import { DEVICE_NAME_MAX_BYTES, PASSWORD_MAX_BYTES } from '../../wire/constants.ts';
import type { Factor } from '../login/secondFactors.ts';

/** What can be named: the two second factors that are devices, and the key that signs in without a password. */
export type DeviceRole = 'otp' | 'key' | 'passkey';

/** What a person types on the way; the steps share it, so that going back loses nothing. */
export type NewAccount = {
  password: string;
  again: string;
  factor: Factor;
  code: string;
  deviceNames: Readonly<Record<DeviceRole, string>>;
};

/** Nothing typed yet; the names are those that devices get unless one says otherwise (screens §3). */
export const emptyAccount = (factor: Factor): NewAccount => ({
  password: '',
  again: '',
  factor,
  code: '',
  deviceNames: { otp: 'otp-device', key: 'webauthn-device', passkey: 'passwordless-device' },
});

export type PasswordErrors = { password?: string; again?: string };

/** The server counts bytes (http-auth §7.3); a character may take four. */
export function checkPassword(
  { password, again }: Pick<NewAccount, 'password' | 'again'>,
  minLength: number,
): PasswordErrors {
  const bytes = utf8(password).length;
  const problem =
    Array.from(password).length < minLength
      ? `At least ${minLength} characters`
      : bytes > PASSWORD_MAX_BYTES
        ? `Too long: ${bytes} of at most ${PASSWORD_MAX_BYTES} bytes`
        : undefined;
  return {
    ...(problem !== undefined && { password: problem }),
    ...(again === '' ? { again: 'Type it again' } : again !== password && { again: 'Does not match' }),
  };
}

/** What is wrong with the name of a device (http-auth §7.3): the server counts its bytes too. */
export function deviceNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name';
  const bytes = utf8(name.trim()).length;
  return bytes > DEVICE_NAME_MAX_BYTES ? `Too long: ${bytes} of at most ${DEVICE_NAME_MAX_BYTES} bytes` : undefined;
}

export type DeviceErrors = { code?: string; deviceName?: string };

/** Errors of the device that is being added; `none` adds none. */
export function checkDevice({ code, deviceNames }: NewAccount, role: DeviceRole | 'none'): DeviceErrors {
  if (role === 'none') return {};
  const missing = role === 'otp' ? codeProblem(code) : undefined;
  const misnamed = deviceNameProblem(deviceNames[role]);
  return { ...(missing !== undefined && { code: missing }), ...(misnamed !== undefined && { deviceName: misnamed }) };
}

export const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0;
