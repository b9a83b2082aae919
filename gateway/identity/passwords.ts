import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_BYTES } from '../../src/wire/constants.ts';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { badRequest, limitExceeded } from '../http/failures.ts';
import { network } from '../http/rateLimit.ts';
import { isCommonPassword } from './commonPasswords.ts';
import { FairQueue, QueueFull } from './FairQueue.ts';
import { randomHex } from './secrets.ts';

/** Hash of a password that no user has: refusing an unknown user takes as long as refusing a known one. */
let placeholderHash: Promise<string> | undefined;

/** Each hash takes 19 MiB and a processor for some 30 ms, and requests need no sign-in. */
const hashing = new FairQueue({ concurrency: 2, waitingMax: 500 });

/** The owner in the queue: the network of callers who have not signed in, or a user. */
export type HashOwner = { address: string } | { user: string };

/** argon2id with the library's parameters (19 MiB, two passes). */
export const hashPassword = (password: Uint8Array, owner: HashOwner): Promise<string> =>
  hashing.run(keyOf(owner), () => hash(password)).catch(refuseWhereFull);

/**
 * Always costs one verification. Without a hash the result is false. Owners take turns: a flood from one does not delay
 * another. Throws a rate-limit refusal if too many requests are waiting.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: Uint8Array,
  owner: HashOwner,
): Promise<boolean> {
  placeholderHash ??= hash(randomHex(16));
  const expected = stored ?? (await placeholderHash);
  const limited = password.subarray(0, PASSWORD_MAX_BYTES + 1);
  const matches = await hashing.run(keyOf(owner), () => verify(expected, limited)).catch(refuseWhereFull);
  return matches && stored !== undefined;
}

const keyOf = (owner: HashOwner): string =>
  'user' in owner ? `user ${owner.user}` : `network ${network(owner.address)}`;

function refuseWhereFull(error: unknown): never {
  throw error instanceof QueueFull ? limitExceeded('max rate reached: retry-in 0s') : error;
}

/** Throws the wire's refusal if the length of a new password is outside the contract's limits (http-auth §7.3). */
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

/** Throws a refusal if the user's new password is too short for gateway.yaml, or easy to guess. */
export function checkPasswordStrength(password: Uint8Array, user: string, minLength: number): void {
  const text = fromUtf8(password);
  if (Array.from(text).length < minLength) throw badRequest(`password is too short, min length is ${minLength}`);
  const name = user.toLowerCase();
  const namesUser = name.length >= NAME_MIN_LENGTH && text.toLowerCase().includes(name);
  if (namesUser || isCommonPassword(text)) {
    throw badRequest('password is too common: choose one that is harder to guess');
  }
}
