import { describeFailure, isApiError, lockEnd, type LockInForce } from '../../api/errors.ts';
import { codeProblem } from '../../ui/plain/CodeField.tsx';
import type { Factor } from './secondFactors.ts';
import type { LoginMethod } from './loginMethods.ts';

export type Credentials = { user: string; password: string; factor: Factor; code: string };
export type CredentialErrors = { user?: string; password?: string; code?: string };

/** The missing input before a request. Empty if there is none. */
export function checkCredentials({ user, password, factor, code }: Credentials): CredentialErrors {
  const missing = factor === 'otp' ? codeProblem(code) : undefined;
  return {
    ...(user.trim() === '' && { user: 'Type your username' }),
    ...(password === '' && { password: 'Type your password' }),
    ...(missing !== undefined && { code: missing }),
  };
}

/**
 * The message of a lock. It can be on the user, a role or the device, and only for a device there is an alternative.
 */
export const lockFailure = (lock: LockInForce): string =>
  (lock.isOnDevice
    ? `This device is locked${lockEnd(lock)}. Use another device. ${lock.message}`
    : `A lock keeps you out${lockEnd(lock)}. ${lock.message}`
  ).trim();

/**
 * The message of a failed sign-in. The server has one response for every wrong credential, so that user names cannot be
 * guessed.
 */
export function signInFailure(error: unknown, method: LoginMethod): string {
  const { why } = describeFailure(error);
  const kept = method === 'password' ? ' What you typed is kept.' : '';
  if (isApiError(error) && error.lock) return lockFailure(error.lock);
  if (isApiError(error, 403)) {
    return method === 'password'
      ? `${why}. The server does not say whether the username, the password or the second factor is wrong.${kept} If all of them are right, load this page again.`
      : `${why}. It does not know this passkey, or the request timed out. Try again or sign in another way.`;
  }
  if (isApiError(error, 429)) return `${why}. Wait a minute and try again.${kept}`;
  if (isApiError(error)) return `${why}. Try again.${kept}`;
  return `${why}.${kept}`;
}
