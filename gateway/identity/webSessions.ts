import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Emitter } from '../../src/lib/emitter.ts';
import { BEARER_TTL_S, WEB_SESSION_TTL_S } from '../../src/wire/constants.ts';
import { ZERO_TIME, type SessionResponse } from '../../src/wire/http.ts';
import type { Audit } from '../audit/audit.ts';
import { certFields } from '../audit/certFields.ts';
import { denied } from '../http/failures.ts';
import { queryOf } from '../http/url.ts';
import type { Locks } from '../locks/Locks.ts';
import type { Stores } from '../store/stores.ts';
import type { User } from '../store/users.ts';
import type { WebSession } from '../store/webSessions.ts';
import type { AccessBook } from './accessBook.ts';
import { Activity } from './activity.ts';
import type { Caller } from './caller.ts';
import { bearerOf, randomHex } from './secrets.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie, type SessionClaim } from './sessionCookie.ts';

type Parts = {
  stores: Stores;
  accessBook: AccessBook;
  locks: Locks;
  audit: Audit;
  now: () => number;
  clusterName: () => string;
  /** How long a sign-in may go without a person; 0: for ever. */
  idleTimeoutMs: () => number;
};

/** One sign-in that ended, or all of a user's. */
export type Ended = { user: string; loginId?: string };

/** Web sessions: cookie and bearer token together say who sends a request (http-auth §1.3–1.5, §4). */
export class WebSessions {
  /** Emits after a sign-out or the end of an account; whoever holds something open for the user lets go of it. */
  readonly ended = new Emitter<Ended>();
  #parts: Parts;
  #activity: Activity;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#activity = new Activity({ now: parts.now, timeoutMs: parts.idleTimeoutMs });
  }

  /**
   * Signs the user in on this browser, with the device that they proved it by. Call it inside the transaction that proves
   * who they are. Throws a `LockedOut` where a lock is in force.
   */
  open(user: User, request: FastifyRequest, reply: FastifyReply, mfaDevice?: string): SessionResponse {
    this.#parts.locks.require({ user: user.name, roles: user.roles, mfaDevice });
    const loginMs = this.#parts.now();
    const expiresMs = this.#endOf(user, loginMs);
    const signIn = { loginId: randomUUID(), loginMs, expiresMs, ...(mfaDevice !== undefined && { mfaDevice }) };
    return this.#issue(user, signIn, request, reply);
  }

  /**
   * A new session in place of the caller's, which stays good until its own end. The end never moves, save that
   * `switchback` counts it anew from the sign-in (http-auth §4.5).
   */
  renew({ user, session }: Caller, switchback: boolean, request: FastifyRequest, reply: FastifyReply): SessionResponse {
    const { loginId, loginMs, mfaDevice } = session;
    const expiresMs = switchback ? this.#endOf(user, loginMs) : session.expiresMs;
    const signIn = { loginId, loginMs, expiresMs, ...(mfaDevice !== undefined && { mfaDevice }) };
    return this.#issue(user, signIn, request, reply);
  }

  /** Who sends the request, or the wire's refusal. A cookie of a session that is gone is cleared. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Caller {
    const claim = readSessionCookie(request);
    if (claim === 'none') throw denied('missing session cookie');
    if (claim === 'garbled') throw denied('failed to decode cookie');
    const { stores, accessBook, now } = this.#parts;
    const session = this.#find(claim);
    const user = session && stores.users.find(session.user);
    if (!session || !user) {
      clearSessionCookie(reply);
      throw denied('need auth');
    }
    const bearer = sentBearer(request);
    if (bearer === '') throw denied('need auth');
    if (!stores.webSessions.hasBearer(user.name, bearer, now())) throw denied('bad bearer token');
    this.#activity.noteCall(session, request);
    return { user, session, access: accessBook.of(user) };
  }

  /** What a page opened with this cookie is told; clears the cookie of a session that is gone (http-auth §2.1). */
  ofPage(request: FastifyRequest, reply: FastifyReply): SessionResponse | undefined {
    const claim = readSessionCookie(request);
    if (claim === 'none') return undefined;
    const session = claim === 'garbled' ? undefined : this.#find(claim);
    if (claim === 'garbled' || !session) {
      clearSessionCookie(reply);
      return undefined;
    }
    this.#activity.note(session);
    return this.#response(bearerOf(claim.sid), session.bearerExpiresMs, ZERO_TIME);
  }

  /** A sign of life that is no call: something typed into a terminal. */
  noteActivity({ session }: Pick<Caller, 'session'>): void {
    this.#activity.note(session);
  }

  /** Ends the caller's sign-in, with all sessions that it was renewed to. */
  end({ session }: Caller, reply: FastifyReply): void {
    this.#end(session);
    clearSessionCookie(reply);
  }

  /** The session of a cookie. One that nobody has used for too long ends here. */
  #find({ user, sid }: SessionClaim): WebSession | undefined {
    const session = this.#parts.stores.webSessions.find(user, sid, this.#parts.now());
    if (!session || !this.#activity.isOver(session)) return session;
    this.#end(session);
    return undefined;
  }

  #end({ user, loginId }: WebSession): void {
    this.#parts.stores.webSessions.endLogin(loginId);
    this.ended.emit({ user, loginId });
  }

  #issue(
    user: User,
    signIn: Omit<WebSession, 'user' | 'bearerExpiresMs'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): SessionResponse {
    const { stores, audit, now, clusterName } = this.#parts;
    const { expiresMs } = signIn;
    const sid = randomHex(32);
    const bearerExpiresMs = Math.min(now() + BEARER_TTL_S * 1000, expiresMs);
    const expires = new Date(expiresMs).toISOString();
    stores.db.transaction(() => {
      stores.webSessions.deleteExpired(now());
      stores.webSessions.add(sid, bearerOf(sid), { ...signIn, user: user.name, bearerExpiresMs });
      audit.emit('cert.create', certFields(user, { expires, clientIp: request.ip, cluster: clusterName() }));
    });
    setSessionCookie(reply, { user: user.name, sid });
    return this.#response(bearerOf(sid), bearerExpiresMs, expires);
  }

  #response(token: string, bearerExpiresMs: number, sessionExpires: string): SessionResponse {
    const { now, idleTimeoutMs } = this.#parts;
    const expires_in = Math.floor((bearerExpiresMs - now()) / 1000);
    return { type: 'Bearer', token, expires_in, sessionExpires, sessionInactiveTimeout: idleTimeoutMs() };
  }

  #endOf(user: User, loginMs: number): number {
    const limit = this.#parts.accessBook.of(user).options().maxSessionTtlMs;
    return loginMs + Math.min(WEB_SESSION_TTL_S * 1000, limit);
  }
}

/** The query parameter first, then the header; '' when neither names a token (http-auth §1.4). */
function sentBearer(request: FastifyRequest): string {
  const parameter = queryOf(request.url).get('access_token') ?? '';
  if (parameter !== '') return parameter;
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ', 2);
  if (scheme === 'Bearer') return credentials;
  if (scheme !== 'Basic') return '';
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return decoded.slice(decoded.indexOf(':') + 1);
}
