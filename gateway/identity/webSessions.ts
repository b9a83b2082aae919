import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Emitter } from '../../src/lib/valueStore.ts';
import { BEARER_TTL_S, WEB_SESSION_TTL_S } from '../../src/wire/constants.ts';
import type { SessionResponse } from '../../src/wire/http.ts';
import { SIGN_IN_EXPIRED } from '../../src/wire/terminal/closeTexts.ts';
import type { SignInMethod } from '../../src/wire/webSessions.ts';
import type { Audit } from '../audit/audit.ts';
import { certFields } from '../audit/certFields.ts';
import { denied } from '../http/failures.ts';
import { noteUser } from '../http/requestFacts.ts';
import { queryOf } from '../http/url.ts';
import type { Locks } from '../locks/Locks.ts';
import type { Stores } from '../store/stores.ts';
import type { User } from '../store/users.ts';
import type { SignInRecord, WebSession } from '../store/webSessions.ts';
import type { AccessCache } from './accessCache.ts';
import { Activity } from './activity.ts';
import { lockSubject, type Caller } from './caller.ts';
import { clientName } from './clientName.ts';
import { bearerOf, randomHex } from './secrets.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie, type SessionClaim } from './sessionCookie.ts';

type Parts = {
  stores: Stores;
  accessCache: AccessCache;
  locks: Locks;
  audit: Audit;
  now: () => number;
  clusterName: () => string;
  /** How long a sign-in may go without a person; 0: for ever. */
  idleTimeoutMs: () => number;
};

/**
 * One sign-in that ended (`loginId`), or all of a user's, perhaps except for one. `reason`: a sentence for the person,
 * where they did not sign out in this browser themselves. `expired`: its time was over, nobody has ended it.
 */
export type Ended = { user: string; loginId?: string; exceptLoginId?: string; reason?: string; expired?: true };

/** A sign-in and whose it is. */
export type SignIn = { user: string; loginId: string };

/** Whether the sign-in is among those that ended. */
export const isOf = (ended: Ended, { user, loginId }: SignIn): boolean =>
  user === ended.user &&
  (ended.loginId === undefined || loginId === ended.loginId) &&
  (ended.exceptLoginId === undefined || loginId !== ended.exceptLoginId);

/** How a sign-in was made; `mfaDevice` is the device that the user proved it by. */
export type SignInProof = { method: SignInMethod; mfaDevice?: string | undefined };

/** Sign-ins of one user at the same time. A new one ends the least recently active: automation rarely signs out. */
export const SIGN_INS_MAX = 100;
/** Sessions of one sign-in that are still accepted. A browser uses the last one, and the one before while it renews. */
const RENEWALS_MAX = 8;
const TOO_MANY = `You were signed out: there are more than ${SIGN_INS_MAX} sessions of this user.`;

/** Web sessions: cookie and bearer token together say who sends a request (http-auth §1.3–1.5, §4). */
export class WebSessions {
  /**
   * Emits when sign-ins have ended, after that is on disk. Everything that is open for them has to end: terminals,
   * commands, transfers.
   */
  readonly ended = new Emitter<Ended>();
  #parts: Parts;
  #activity: Activity;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#activity = new Activity({ now: parts.now, timeoutMs: parts.idleTimeoutMs });
  }

  /**
   * Signs the user in on this browser. Call it inside the transaction that proves who they are. Throws a `NotAdmitted`
   * where a lock is in force or a role is gone.
   */
  open(user: User, request: FastifyRequest, reply: FastifyReply, { method, mfaDevice }: SignInProof): SessionResponse {
    this.#parts.locks.require({ user: user.name, roles: user.roles, mfaDevice });
    this.#parts.accessCache.requireRoles(user);
    const loginMs = this.#parts.now();
    const expiresMs = this.#endOf(user, loginMs);
    this.#makeRoom(user.name);
    const signIn = { loginId: randomUUID(), loginMs, expiresMs, method, ...(mfaDevice !== undefined && { mfaDevice }) };
    const { stores, audit, clusterName } = this.#parts;
    return stores.db.transaction(() => {
      const expires = new Date(expiresMs).toISOString();
      audit.emit('cert.create', certFields(user, { expires, clientIp: request.ip, cluster: clusterName() }));
      return this.#issue(user, signIn, request, reply);
    });
  }

  /**
   * A new session in place of the caller's, which stays good until its own end. The end never moves, save that
   * `switchback` counts it anew from the sign-in (http-auth §4.5). No certificate is issued, so no event says so.
   */
  renew({ user, session }: Caller, switchback: boolean, request: FastifyRequest, reply: FastifyReply): SessionResponse {
    const expiresMs = switchback ? this.#endOf(user, session.loginMs) : session.expiresMs;
    return this.#issue(user, { ...session, expiresMs }, request, reply);
  }

  /** Sign-ins of the user that still count, the most recently active one first. */
  list(user: string): SignInRecord[] {
    return this.#parts.stores.webSessions
      .signInsOf(user, this.#parts.now())
      .filter((signIn) => !this.#activity.isOver(signIn))
      .map((signIn) => ({ ...signIn, seenMs: this.#seenMs(signIn) }))
      .sort((a, b) => b.seenMs - a.seenMs)
      .slice(0, SIGN_INS_MAX); // a database of an earlier version may have more until the next sign-in
  }

  /**
   * The caller again, as they are now: call it after anything that was waited for (a body, a password that was judged).
   * Throws the wire's refusal where the sign-in has ended meanwhile.
   */
  recheck(caller: Caller): Caller {
    const { stores, accessCache, now } = this.#parts;
    const { user: name, loginId } = caller.session;
    const user = stores.webSessions.findLogin(name, loginId, now()) && stores.users.find(name);
    if (!user) throw denied('need auth');
    return { ...caller, user, access: accessCache.of(user) };
  }

  /** Throws a `NotAdmitted` where a lock is in force for the caller, or a role of theirs is gone. */
  requireAdmitted(caller: Caller): void {
    this.#parts.locks.require(lockSubject(caller));
    this.#parts.accessCache.requireRoles(caller.user);
  }

  /** Both of these. */
  recheckAdmitted(caller: Caller): Caller {
    const current = this.recheck(caller);
    this.requireAdmitted(current);
    return current;
  }

  /** Who sends the request, or the wire's refusal. A cookie of a session that is gone is cleared. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Caller {
    const claim = readSessionCookie(request);
    if (claim === 'none') throw denied('missing session cookie');
    if (claim === 'garbled') throw denied('failed to decode cookie');
    const { stores, accessCache, now } = this.#parts;
    const session = this.#find(claim);
    const user = session && stores.users.find(session.user);
    if (!session || !user) {
      clearSessionCookie(reply);
      throw denied('need auth');
    }
    noteUser(request, user.name);
    const bearer = sentBearer(request);
    if (bearer === '') throw denied('need auth');
    if (!stores.webSessions.hasBearer(user.name, bearer, now())) throw denied('bad bearer token');
    this.#activity.noteCall(session, request);
    return { user, session, access: accessCache.of(user) };
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
    noteUser(request, session.user);
    // A cluster leaves the end out here, and the page has to renew the session to learn it.
    return this.#response(bearerOf(claim.sid), session.bearerExpiresMs, new Date(session.expiresMs).toISOString());
  }

  /** Ends those of these sign-ins whose time is over, or at which nobody has been for too long. */
  endExpired(signIns: Iterable<SignIn>): void {
    for (const { user, loginId } of signIns) {
      const session = this.#parts.stores.webSessions.findLogin(user, loginId, this.#parts.now());
      if (session && !this.#activity.isOver(session)) continue;
      this.#expire(user, loginId);
    }
  }

  /** A sign of life that is no call: something typed into a terminal. */
  noteActivity({ session }: { session: Pick<Caller['session'], 'loginId' | 'loginMs'> }): void {
    this.#activity.note(session);
  }

  /** Ends the caller's sign-in, with all sessions that it was renewed to. */
  end({ session }: Caller, reply: FastifyReply): void {
    this.endLogin(session.user, session.loginId);
    clearSessionCookie(reply);
  }

  /** Ends one sign-in of the user, with all sessions that it was renewed to. Another user's is left alone. */
  endLogin(user: string, loginId: string, reason?: string): void {
    this.#parts.stores.webSessions.endLogin(user, loginId);
    this.#emitEnded({ user, loginId, ...(reason !== undefined && { reason }) });
  }

  /** What is open ends also where the database takes no change: without one the sign-in counts as little. */
  #expire(user: string, loginId: string): void {
    const ended: Ended = { user, loginId, reason: SIGN_IN_EXPIRED, expired: true };
    try {
      this.#parts.stores.webSessions.endLogin(user, loginId);
      this.#emitEnded(ended);
    } catch (error) {
      this.ended.emit(ended);
      throw error;
    }
  }

  /** Ends every sign-in of the user, except for one where that is given. Within a transaction it is part of it. */
  endAllOf(user: string, exceptLoginId?: string, reason?: string): void {
    this.#parts.stores.webSessions.endAllOf(user, exceptLoginId);
    this.#emitEnded({
      user,
      ...(exceptLoginId !== undefined && { exceptLoginId }),
      ...(reason !== undefined && { reason }),
    });
  }

  /** Ends the least recently active sign-ins of the user, so that one more is within the limit. */
  #makeRoom(user: string): void {
    const signIns = this.#parts.stores.webSessions.signInsOf(user, this.#parts.now());
    const surplus = signIns.length - (SIGN_INS_MAX - 1);
    if (surplus <= 0) return;
    const byActivity = signIns.sort((a, b) => this.#seenMs(a) - this.#seenMs(b));
    for (const { loginId } of byActivity.slice(0, surplus)) this.endLogin(user, loginId, TOO_MANY);
  }

  /** When the user was last active in a sign-in. Memory has it to the call, after a restart the last renewal has it. */
  #seenMs({ loginId, seenMs }: Pick<SignInRecord, 'loginId' | 'seenMs'>): number {
    return Math.max(this.#activity.seenMs(loginId) ?? 0, seenMs);
  }

  #emitEnded(ended: Ended): void {
    const { db, userTokens } = this.#parts.stores;
    userTokens.deletePrivilegesOf(ended.user); // what was proved in a sign-in counts no longer than it lasts
    db.afterCommit(() => this.ended.emit(ended));
  }

  /** The session of a cookie. One that nobody has used for too long ends here. */
  #find({ user, sid }: SessionClaim): WebSession | undefined {
    const session = this.#parts.stores.webSessions.find(user, sid, this.#parts.now());
    if (!session || !this.#activity.isOver(session)) return session;
    this.#expire(session.user, session.loginId);
    return undefined;
  }

  #issue(
    user: User,
    signIn: Omit<WebSession, 'user' | 'bearerExpiresMs'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): SessionResponse {
    const { stores, now } = this.#parts;
    const { expiresMs } = signIn;
    const sid = randomHex(32);
    const bearerExpiresMs = Math.min(now() + BEARER_TTL_S * 1000, expiresMs);
    const expires = new Date(expiresMs).toISOString();
    stores.db.transaction(() => {
      stores.webSessions.deleteExpired(now());
      const session = { ...signIn, user: user.name, bearerExpiresMs };
      stores.webSessions.add(sid, bearerOf(sid), session, {
        issuedMs: now(),
        seenMs: this.#activity.seenMs(signIn.loginId) ?? signIn.loginMs,
        address: request.ip,
        client: clientName(request.headers['user-agent']),
      });
      stores.webSessions.keepNewest(signIn.loginId, sid, RENEWALS_MAX);
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
    const limit = this.#parts.accessCache.of(user).options().maxSessionTtlMs;
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
