import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_BYTES } from '../../src/wire/constants.ts';
import { badRequest } from '../http/failures.ts';
import { randomHex } from './secrets.ts';

/** Hash of a password that nobody has: who is not there takes as long to refuse as who is. */
let nobodysHash: Promise<string> | undefined;

/** argon2id with the library's parameters (19 MiB, two passes). */
export const hashPassword = (password: Uint8Array): Promise<string> => hash(password);

/** Always costs one verification; without a hash the answer is no. */
export async function verifyPassword(stored: string | undefined, password: Uint8Array): Promise<boolean> {
  nobodysHash ??= hash(randomHex(16));
  const matches = await verify(stored ?? (await nobodysHash), password.subarray(0, PASSWORD_MAX_BYTES + 1));
  return matches && stored !== undefined;
}

/** Throws the wire's refusal of a new password whose length is out of bounds (http-auth §7.3). */
export function checkNewPassword(password: Uint8Array): void {
  if (password.length < PASSWORD_MIN_BYTES) {
    throw badRequest(`password is too short, min length is ${PASSWORD_MIN_BYTES}`);
  }
  if (password.length > PASSWORD_MAX_BYTES) {
    throw badRequest(`password is too long, max length is ${PASSWORD_MAX_BYTES}`);
  }
}
