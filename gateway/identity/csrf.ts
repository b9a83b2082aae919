import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSRF_COOKIE, CSRF_HEADER } from '../../src/wire/constants.ts';
import { denied } from '../http/failures.ts';
import { queryOf } from '../http/url.ts';
import { randomHex, sameSecret } from './secrets.ts';

const WELL_FORMED = /^[0-9a-f]{64}$/i;

/** Whether a page of the console may have set this value. */
export const isWellFormedCsrf = (value: string): boolean => WELL_FORMED.test(value);

/**
 * The browser's anti-forgery value, set again with every page. A well-formed value is kept so that other tabs keep
 * working (http-auth §1.3). The reference also keeps malformed values, which prevent sign-ins.
 */
export function issueCsrf(request: FastifyRequest, reply: FastifyReply): string {
  const cookie = request.cookies[CSRF_COOKIE] ?? '';
  const value = isWellFormedCsrf(cookie) ? cookie : randomHex(32);
  reply.setCookie(CSRF_COOKIE, value, { path: '/', httpOnly: true, secure: true, sameSite: 'none' });
  return value;
}

/** Refuses a request with the value of the cookie neither in its header nor in its query (http-auth §1.5). */
export function checkCsrf(request: FastifyRequest): void {
  const cookie = request.cookies[CSRF_COOKIE] ?? '';
  const sent = [request.headers[CSRF_HEADER.toLowerCase()], queryOf(request.url).get('csrf_token')];
  const isSame = sent.some((value) => typeof value === 'string' && sameSecret(cookie, value));
  if (!isWellFormedCsrf(cookie) || !isSame) throw denied('access denied');
}
