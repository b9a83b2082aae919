import type { FastifyRequest } from 'fastify';
import { SESSION_CHECK_MS, WEB_SESSION_TTL_S } from '../../src/wire/constants.ts';
import { queryOf } from '../http/url.ts';
import { ExpiringMap } from './expiringMap.ts';

/**
 * A console reports the last activity of its user with every check of its session. This many checks may be late or
 * lost.
 */
const LATE_CHECKS = 4;
const SIGN_INS_MAX = 100_000;

/** Calls that a console makes by itself. They do not show that a user is active. */
const BY_ITSELF = new Set([
  'GET /webapi/user/status',
  'POST /webapi/sessions/web/renew',
  'GET /webapi/sites/:site/context',
  'GET /webapi/sites/:site/sessions',
  'POST /webapi/capture',
  'POST /webapi/traces',
]);

type SignIn = { loginId: string; loginMs: number };
type Options = { now: () => number; timeoutMs: () => number };

/**
 * The last activity of each sign-in. Consoles detect inactivity themselves (http-auth §13). This class covers sign-ins
 * without an open console. The data is only in memory: a restart counts as activity of every user.
 */
export class Activity {
  #options: Options;
  #startedMs: number;
  #seenMs: ExpiringMap<number>;

  constructor(options: Options) {
    this.#options = options;
    this.#startedMs = options.now();
    this.#seenMs = new ExpiringMap({ ttlMs: WEB_SESSION_TTL_S * 1000, capacity: SIGN_INS_MAX, now: options.now });
  }

  /** True once the sign-in has been inactive for the cluster's timeout. */
  isOver(signIn: SignIn): boolean {
    const { now, timeoutMs } = this.#options;
    const limitMs = timeoutMs();
    return limitMs > 0 && now() - this.#lastMs(signIn) > limitMs + LATE_CHECKS * SESSION_CHECK_MS;
  }

  /** A call counts if a user must have caused it, or if it reports the age of the last activity (`idle_ms`). */
  noteCall(signIn: SignIn, request: FastifyRequest): void {
    if (!BY_ITSELF.has(`${request.method} ${request.routeOptions.url ?? ''}`)) return this.note(signIn);
    const idle = queryOf(request.url).get('idle_ms') ?? '';
    if (/^\d{1,12}$/.test(idle)) this.note(signIn, this.#options.now() - Number(idle));
  }

  /** Never moves back, unless the clock does. */
  note(signIn: SignIn, atMs = this.#options.now()): void {
    if (atMs > this.#lastMs(signIn)) this.#seenMs.set(signIn.loginId, atMs);
  }

  /** The last activity that this process has seen. */
  seenMs(loginId: string): number | undefined {
    return this.#seenMs.get(loginId);
  }

  /** A time in the future is from before the clock was set back. It counts as now. */
  #lastMs({ loginId, loginMs }: SignIn): number {
    const lastMs = this.#seenMs.get(loginId) ?? Math.max(loginMs, this.#startedMs);
    const nowMs = this.#options.now();
    if (lastMs <= nowMs) return lastMs;
    this.#seenMs.set(loginId, nowMs);
    return nowMs;
  }
}
