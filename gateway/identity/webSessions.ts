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
  /** How long a sign-in may be inactive; 0: without limit. */
  idleTimeoutMs: () => number;
};

/**
 * One sign-in that ended (`loginId`), or all sign-ins of a user, perhaps except one. `reason`: a sentence for the user,
 * if they did not sign out in this browser themselves. `expired`: it ended because of its time limit.
 */
export type EndedSessions = { user: string; loginId?: string; exceptLoginId?: string; reason?: string; expired?: true };

/** A sign-in and its user. */
export type SignIn = { user: string; loginId: string };

/** Whether the sign-in is one of those that ended. */
export const isOf = (ended: EndedSessions, { user, loginId }: SignIn): boolean =>
  user === ended.user &&
  (ended.loginId === undefined || loginId === ended.loginId) &&
  (ended.exceptLoginId === undefined || loginId !== ended.exceptLoginId);

/** How the user signed in. `mfaDevice` is the device that proved it. */
export type SignInProof = { method: SignInMethod; mfaDevice?: string | undefined };

/** Limit of a user's parallel sign-ins. A new one ends the least recently active: automation rarely signs out. */
export const SIGN_INS_MAX = 100;
/** Valid sessions of one sign-in. A browser uses the last one, and the one before during a renewal. */
const RENEWALS_MAX = 8;
const TOO_MANY = `You were signed out: there are more than ${SIGN_INS_MAX} sessions of this user.`;

/** Web sessions: cookie and bearer token together identify the sender of a request (http-auth §1.3–1.5, §4). */
export class WebSessions {
  /**
   * Emits when sign-ins have ended, after the change is on disk. Everything that they have open must end: terminals,
   * commands, transfers.
   */
  readonly ended = new Emitter<EndedSessions>();
  #parts: Parts;
  #activity: Activity;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#activity = new Activity({ now: parts.now, timeoutMs: parts.idleTimeoutMs });
  }

  /**
   * Signs the user in on this browser. Call it inside the transaction that proves the user's identity. Throws a
   * `NotAdmitted` if a lock applies or a role is missing.
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
   * Issues a new session besides the caller's, which stays valid until its own end. The end never moves, except that
   * `switchback` computes it again from the sign-in (http-auth §4.5). No certificate is issued, so there is no event
   * for it.
   */
  renew({ user, session }: Caller, switchback: boolean, request: FastifyRequest, reply: FastifyReply): SessionResponse {
    const expiresMs = switchback ? this.#endOf(user, session.loginMs) : session.expiresMs;
    return this.#issue(user, { ...session, expiresMs }, request, reply);
  }

  /** The user's active sign-ins, the most recently active first. */
  list(user: string): SignInRecord[] {
    return this.#parts.stores.webSessions
      .signInsOf(user, this.#parts.now())
      .filter((signIn) => !this.#activity.isOver(signIn))
      .map((signIn) => ({ ...signIn, seenMs: this.#seenMs(signIn) }))
      .sort((a, b) => b.seenMs - a.seenMs)
      .slice(0, SIGN_INS_MAX); // a database of an earlier version may have more until the next sign-in
  }

  /**
   * Reads the caller again: call it after each wait (a body, a password check). Throws the wire's refusal if the
   * sign-in has ended in the meantime.
   */
  recheck(caller: Caller): Caller {
    const { stores, accessCache, now } = this.#parts;
    const { user: name, loginId } = caller.session;
    const user = stores.webSessions.findLogin(name, loginId, now()) && stores.users.find(name);
    if (!user) throw denied('need auth');
    return { ...caller, user, access: accessCache.of(user) };
  }

  /** Throws a `NotAdmitted` if a lock applies to the caller, or one of their roles is missing. */
  requireAdmitted(caller: Caller): void {
    this.#parts.locks.require(lockSubject(caller));
    this.#parts.accessCache.requireRoles(caller.user);
  }

  /** `recheck` and `requireAdmitted`. */
  recheckAdmitted(caller: Caller): Caller {
    const current = this.recheck(caller);
    this.requireAdmitted(current);
    return current;
  }

  /** The sender of the request, or the wire's refusal. Clears the cookie of a session that does not exist. */
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

  /**
   * The session for a page that is opened with this cookie. Clears the cookie of a session that does not exist
   * (http-auth §2.1).
   */
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
    // A cluster omits the end here, so that a page has to renew the session to learn it.
    return this.#response(bearerOf(claim.sid), session.bearerExpiresMs, new Date(session.expiresMs).toISOString());
  }

  /** Ends those of these sign-ins that have expired or were inactive for too long. */
  endExpired(signIns: Iterable<SignIn>): void {
    for (const { user, loginId } of signIns) {
      const session = this.#parts.stores.webSessions.findLogin(user, loginId, this.#parts.now());
      if (session && !this.#activity.isOver(session)) continue;
      this.#expire(user, loginId);
    }
  }

  /** Reports activity without a call, such as input in a terminal. */
  noteActivity({ session }: { session: Pick<Caller['session'], 'loginId' | 'loginMs'> }): void {
    this.#activity.note(session);
  }

  /** Ends the caller's sign-in, with all its renewed sessions. */
  end({ session }: Caller, reply: FastifyReply): void {
    this.endLogin(session.user, session.loginId);
    clearSessionCookie(reply);
  }

  /** Ends one sign-in of the user, with all its renewed sessions. Sign-ins of other users are not affected. */
  endLogin(user: string, loginId: string, reason?: string): void {
    this.#parts.stores.webSessions.endLogin(user, loginId);
    this.#emitEnded({ user, loginId, ...(reason !== undefined && { reason }) });
  }

  /** Ends what is open even if the database accepts no change: an expired sign-in must not continue. */
  #expire(user: string, loginId: string): void {
    const ended: EndedSessions = { user, loginId, reason: SIGN_IN_EXPIRED, expired: true };
    try {
      this.#parts.stores.webSessions.endLogin(user, loginId);
      this.#emitEnded(ended);
    } catch (error) {
      this.ended.emit(ended);
      throw error;
    }
  }

  /** Ends all sign-ins of the user, except the given one. If called in a transaction, it is a part of it. */
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

  /**
   * When the user was last active in a sign-in. Memory has the exact time. After a restart, the last renewal counts.
   */
  #seenMs({ loginId, seenMs }: Pick<SignInRecord, 'loginId' | 'seenMs'>): number {
    return Math.max(this.#activity.seenMs(loginId) ?? 0, seenMs);
  }

  #emitEnded(ended: EndedSessions): void {
    const { db, userTokens } = this.#parts.stores;
    userTokens.deletePrivilegesOf(ended.user); // proofs are valid no longer than their sign-in
    db.afterCommit(() => this.ended.emit(ended));
  }

  /** The session of a cookie. Ends it if it was inactive for too long. */
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

/** The query parameter first, then the header; '' if neither contains a token (http-auth §1.4). */
function sentBearer(request: FastifyRequest): string {
  const parameter = queryOf(request.url).get('access_token') ?? '';
  if (parameter !== '') return parameter;
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ', 2);
  if (scheme === 'Bearer') return credentials;
  if (scheme !== 'Basic') return '';
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return decoded.slice(decoded.indexOf(':') + 1);
}
