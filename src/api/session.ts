import { Emitter } from '../lib/valueStore.ts';
import { fromBase64, fromUtf8 } from '../lib/encoding.ts';
import { readJson, STORAGE, survivesSignOut } from '../lib/storage.ts';
import { BEARER_META, CSRF_META } from '../wire/constants.ts';
import { readTime, type SessionResponse } from '../wire/http.ts';

/** In the format of local storage. Other tabs and other clients of the same origin read it too (http-auth §13). */
export type BearerToken = {
  accessToken: string;
  /** Seconds, counted from `created`. */
  expiresIn: number;
  /** Milliseconds since the epoch, by this browser's clock. */
  created: number;
  /** RFC 3339. The zero time if the server did not send it. */
  sessionExpires: string;
  /** Milliseconds; 0: none. */
  sessionInactiveTimeout: number;
};

const isBearerToken = (value: unknown): value is BearerToken => {
  const token = value as Partial<BearerToken> | null;
  return (
    typeof token?.accessToken === 'string' && typeof token.expiresIn === 'number' && typeof token.created === 'number'
  );
};

type Environment = { page: Document; storage: Storage };

/** The bearer token of this browser: in the page, local storage and other tabs. No other code has access to it. */
export class SessionStore {
  #environment: () => Environment;
  #now: () => number;
  #changed = new Emitter();
  #renewal: AbortController | undefined;
  /** The number of pending sign-ins. */
  #signIns = 0;

  /** Looks up page and storage when they are needed, so that this module loads outside a browser. */
  constructor(environment: () => Environment, now: () => number = () => Date.now()) {
    this.#environment = environment;
    this.#now = now;
  }

  /**
   * Takes over the token that the page contains, once. If the page has no session, the server has none either: calls
   * with a token left in storage would all be refused, and the time of the last activity would end the next session at
   * its start.
   */
  readPage(): void {
    const meta = this.#meta(BEARER_META);
    if (!meta) return;
    meta.remove();
    const json = fromBase64(meta.content);
    if (!meta.content || !json) return this.clear();
    try {
      this.store(this.#withKnownEnd(JSON.parse(fromUtf8(json)) as SessionResponse));
    } catch {
      this.clear();
    }
  }

  /**
   * A cluster's page leaves out the end of the session (http-auth §2.1). It is known if the same token is already
   * stored.
   */
  #withKnownEnd(answer: SessionResponse): SessionResponse {
    const stored = this.token();
    const isSame = !readTime(answer.sessionExpires) && stored?.accessToken === answer.token;
    return isSame ? { ...answer, sessionExpires: stored.sessionExpires } : answer;
  }

  /**
   * Stores the response of a sign-in. It clears the last activity, which belongs to another session and could end this
   * one at its start. It aborts renewals of an earlier session: a late response and its cookie would restore that
   * session.
   */
  async signIn(ask: () => Promise<unknown>): Promise<void> {
    this.#renewal?.abort();
    this.#signIns++;
    try {
      const answer = (await ask()) as SessionResponse | null;
      this.#storage.removeItem(STORAGE.lastActive);
      this.store(answer);
    } finally {
      this.#signIns--;
    }
  }

  /** Stores the response of a renewal. Rejects with an AbortError if a sign-in makes it unnecessary. */
  async renew(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const { signal } = (this.#renewal = new AbortController());
    if (this.#signIns > 0) this.#renewal.abort();
    signal.throwIfAborted();
    const answer = await ask(signal);
    signal.throwIfAborted();
    this.store(answer as SessionResponse | null);
  }

  /** Stores the token from a server response. Throws if it has none. */
  store(answer: Partial<SessionResponse> | null): void {
    const { token: accessToken, expires_in: expiresIn, sessionExpires, sessionInactiveTimeout } = answer ?? {};
    const token = { accessToken, expiresIn, created: this.#now(), sessionExpires, sessionInactiveTimeout };
    if (!isBearerToken(token)) throw new Error('The answer has no token');
    this.#storage.setItem(STORAGE.token, JSON.stringify(token));
    this.#changed.emit();
  }

  token(): BearerToken | undefined {
    const stored = readJson(this.#storage, STORAGE.token);
    return isBearerToken(stored) ? stored : undefined;
  }

  /** Milliseconds left of the bearer token. 0 without one, 1 if the time is unknown because the clock was set back. */
  timeLeftMs(): number {
    const token = this.token();
    if (!token) return 0;
    const ageMs = this.#now() - token.created;
    return ageMs < 0 ? 1 : Math.max(0, token.expiresIn * 1000 - ageMs);
  }

  /** Absolute end of the web session. Undefined until the page, a sign-in or a renewal has provided it. */
  endsAtMs(): number | undefined {
    return readTime(this.token()?.sessionExpires)?.getTime();
  }

  csrfToken(): string {
    return this.#meta(CSRF_META)?.content ?? '';
  }

  /** Removes all keys that do not survive a sign-out. */
  clear(): void {
    for (const key of Object.keys(this.#storage)) if (!survivesSignOut(key)) this.#storage.removeItem(key);
    this.#changed.emit();
  }

  /** Calls the listener when this tab stores a new token or clears it. */
  subscribe = (listener: () => void) => this.#changed.subscribe(listener);

  get #storage(): Storage {
    return this.#environment().storage;
  }

  #meta(name: string): HTMLMetaElement | null {
    return this.#environment().page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  }
}

export const session = new SessionStore(() => ({ page: document, storage: localStorage }));
