import { utf8 } from '../../lib/encoding.ts';
import { CODE_DIGITS } from '../../ui/plain/CodeField.tsx';
import { DEVICE_NAME_MAX_BYTES, PASSWORD_MAX_BYTES, PASSWORD_MIN_BYTES } from '../../wire/constants.ts';
import type { Factor } from '../login/secondFactors.ts';

/** What a person types on the way; the steps share it, so that going back loses nothing. */
export type NewAccount = { password: string; again: string; factor: Factor; code: string; deviceName: string };

/** screens §3: the name a device gets unless one says otherwise. */
export const DEFAULT_OTP_DEVICE = 'otp-device';

export type PasswordErrors = { password?: string; again?: string };

/** The server counts bytes (http-auth §7.3); a character may take four. */
export function checkPassword({ password, again }: NewAccount): PasswordErrors {
  const bytes = utf8(password).length;
  const problem =
    password.length < PASSWORD_MIN_BYTES
      ? `At least ${PASSWORD_MIN_BYTES} characters`
      : bytes > PASSWORD_MAX_BYTES
        ? `Too long: ${bytes} of at most ${PASSWORD_MAX_BYTES} bytes`
        : undefined;
  return {
    ...(problem !== undefined && { password: problem }),
    ...(again === '' ? { again: 'Type it again' } : again !== password && { again: 'Not the same as above' }),
  };
}

export type FactorErrors = { code?: string; deviceName?: string };

export function checkFactor({ factor, code, deviceName }: NewAccount): FactorErrors {
  if (factor === 'none') return {};
  return {
    ...(code.length < CODE_DIGITS && { code: `Type the ${CODE_DIGITS} digits` }),
    ...(deviceName.trim() === ''
      ? { deviceName: 'Give it a name' }
      : utf8(deviceName.trim()).length > DEVICE_NAME_MAX_BYTES && {
          deviceName: `At most ${DEVICE_NAME_MAX_BYTES} characters`,
        }),
  };
}

export const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0;
