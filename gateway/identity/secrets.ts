import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `bytes` random bytes as lower-case hexadecimal text. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Compares without telling by its time how much agrees. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * The bearer token that belongs to a session id. Derived instead of stored, so that a page opened with the cookie
 * alone can be given the token again although the database holds hashes only; one does not lead back to the other.
 */
export const bearerOf = (sid: string): string => createHmac('sha256', sid).update('bearer token').digest('hex');
