import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `bytes` random bytes as lower-case hexadecimal text. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Compares in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * The bearer token of a session id. It is derived instead of stored, so that a page opened with only the cookie can get
 * the token again, although the database stores only hashes. The id cannot be derived from the token.
 */
export const bearerOf = (sid: string): string => createHmac('sha256', sid).update('bearer token').digest('hex');
