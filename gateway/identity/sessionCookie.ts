import type { FastifyReply, FastifyRequest } from 'fastify';
import { fromHex, fromUtf8 } from '../../src/lib/encoding.ts';
import { isObject } from '../../src/lib/json.ts';
import { SESSION_COOKIE } from '../../src/wire/constants.ts';

/** The content of the session cookie: lower-case hex of `{"user":…,"sid":…}` (http-auth §1.3). */
export type SessionClaim = { user: string; sid: string };

/**
 * 'none' for a missing or empty cookie, 'garbled' for one that is not hex of a JSON object with texts. Missing members
 * and null are read as ''.
 */
export function readSessionCookie(request: FastifyRequest): SessionClaim | 'none' | 'garbled' {
  const value = request.cookies[SESSION_COOKIE] ?? '';
  return value === '' ? 'none' : parseSessionCookie(value);
}

/** The same for the value of a cookie. */
export function parseSessionCookie(value: string): SessionClaim | 'garbled' {
  const bytes = fromHex(value);
  if (!bytes) return 'garbled';
  try {
    const claim: unknown = JSON.parse(fromUtf8(bytes)) ?? {};
    if (!isObject(claim)) return 'garbled';
    const [user, sid] = [claim['user'] ?? '', claim['sid'] ?? ''];
    // No user has a name with this character.
    return typeof user !== 'string' || typeof sid !== 'string' || user.includes('\0') ? 'garbled' : { user, sid };
  } catch {
    return 'garbled';
  }
}

/**
 * The contract defines no SameSite (http-auth §1.3), which browsers treat as Lax or as None. Lax, like clusters of
 * 18.0: links from other sites and the redirect from an identity provider are top-level navigations.
 */
const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

export function setSessionCookie(reply: FastifyReply, { user, sid }: SessionClaim): void {
  const value = Buffer.from(JSON.stringify({ user, sid })).toString('hex');
  reply.setCookie(SESSION_COOKIE, value, ATTRIBUTES);
}

export const clearSessionCookie = (reply: FastifyReply): void => void reply.setCookie(SESSION_COOKIE, '', ATTRIBUTES);
