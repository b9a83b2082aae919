import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_BYTES } from '../../src/wire/constants.ts';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { badRequest, limitExceeded } from '../http/failures.ts';
import { network } from '../http/rateLimit.ts';
import { isCommonPassword } from './commonPasswords.ts';
import { FairQueue, QueueFull } from './FairQueue.ts';
import { randomHex } from './secrets.ts';

/** Hash of a password that nobody has: who is not there takes as long to refuse as who is. */
let nobodysHash: Promise<string> | undefined;

/** Each takes 19 MiB and a processor for some 30 ms, and anybody may ask for one. */
const hashing = new FairQueue({ concurrency: 2, waitingMax: 500 });

/** Whose turn it is: a network of callers who have not signed in, or a user. */
export type HashOwner = { address: string } | { user: string };

/** argon2id with the library's parameters (19 MiB, two passes). */
export const hashPassword = (password: Uint8Array, owner: HashOwner): Promise<string> =>
  hashing.run(keyOf(owner), () => hash(password)).catch(refuseWhereFull);

/**
 * Always costs one verification; without a hash the answer is no. Owners take turns: a flood of one does not make another
 * wait. Throws the refusal of a rate limit where too many requests are waiting.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: Uint8Array,
  owner: HashOwner,
): Promise<boolean> {
  nobodysHash ??= hash(randomHex(16));
  const expected = stored ?? (await nobodysHash);
  const given = password.subarray(0, PASSWORD_MAX_BYTES + 1);
  const matches = await hashing.run(keyOf(owner), () => verify(expected, given)).catch(refuseWhereFull);
  return matches && stored !== undefined;
}

const keyOf = (owner: HashOwner): string =>
  'user' in owner ? `user ${owner.user}` : `network ${network(owner.address)}`;

function refuseWhereFull(error: unknown): never {
  throw error instanceof QueueFull ? limitExceeded('max rate reached: retry-in 0s') : error;
}

/** Throws the wire's refusal of a new password whose length is out of the contract's bounds (http-auth §7.3). */
export function checkPasswordLength(password: Uint8Array): void {
  if (password.length < PASSWORD_MIN_BYTES) {
    throw badRequest(`password is too short, min length is ${PASSWORD_MIN_BYTES}`);
  }
  if (password.length > PASSWORD_MAX_BYTES) {
    throw badRequest(`password is too long, max length is ${PASSWORD_MAX_BYTES}`);
  }
}

/** A shorter name may be part of a word by chance. */
const NAME_MIN_LENGTH = 4;

/** Throws the refusal of a new password of the user that is too short for gateway.yaml, or easy to guess. */
export function checkPasswordStrength(password: Uint8Array, user: string, minLength: number): void {
  const text = fromUtf8(password);
  if (Array.from(text).length < minLength) throw badRequest(`password is too short, min length is ${minLength}`);
  const name = user.toLowerCase();
  const namesUser = name.length >= NAME_MIN_LENGTH && text.toLowerCase().includes(name);
  if (namesUser || isCommonPassword(text)) {
    throw badRequest('password is too common: choose one that is harder to guess');
  }
}
