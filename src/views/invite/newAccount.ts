import { utf8 } from '../../lib/encoding.ts';
import { codeProblem } from '../../ui/plain/CodeField.tsx';
import { DEVICE_NAME_MAX_BYTES, PASSWORD_MAX_BYTES } from '../../wire/constants.ts';
import type { Factor } from '../login/secondFactors.ts';

/** Devices with a name: the two second factors with a device, and the passkey. */
export type DeviceRole = 'otp' | 'key' | 'passkey';

/** The input of all steps, which share it so that going back loses nothing. */
export type NewAccount = {
  password: string;
  again: string;
  factor: Factor;
  code: string;
  deviceNames: Readonly<Record<DeviceRole, string>>;
};

/** Empty input with the default names of devices (screens §3). */
export const emptyAccount = (factor: Factor): NewAccount => ({
  password: '',
  again: '',
  factor,
  code: '',
  deviceNames: { otp: 'otp-device', key: 'webauthn-device', passkey: 'passwordless-device' },
});

export type PasswordErrors = { password?: string; again?: string };

/** The server counts bytes (http-auth §7.3), and a character can take four. */
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

/** The error in the name of a device (http-auth §7.3). The server also counts its bytes. */
export function deviceNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name';
  const bytes = utf8(name.trim()).length;
  return bytes > DEVICE_NAME_MAX_BYTES ? `Too long: ${bytes} of at most ${DEVICE_NAME_MAX_BYTES} bytes` : undefined;
}

export type DeviceErrors = { code?: string; deviceName?: string };

/** Errors of the new device. `none` adds no device. */
export function checkDevice({ code, deviceNames }: NewAccount, role: DeviceRole | 'none'): DeviceErrors {
  if (role === 'none') return {};
  const missing = role === 'otp' ? codeProblem(code) : undefined;
  const misnamed = deviceNameProblem(deviceNames[role]);
  return { ...(missing !== undefined && { code: missing }), ...(misnamed !== undefined && { deviceName: misnamed }) };
}

export const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0;
