import { Emitter } from '../lib/valueStore.ts';
import { fromBase64, fromUtf8 } from '../lib/encoding.ts';
import { readJson, STORAGE, survivesSignOut } from '../lib/storage.ts';
import { BEARER_META, CSRF_META } from '../wire/constants.ts';
import { ZERO_TIME, type SessionResponse } from '../wire/http.ts';

/** As it lies in local storage; other tabs and other clients of the same origin read it too (http-auth §13). */
export type BearerToken = {
  accessToken: string;
  /** Seconds, counted from `created`. */
  expiresIn: number;
  /** Milliseconds since the epoch, by this browser's clock. */
  created: number;
  /** RFC 3339; the zero time where the server did not tell. */
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

/** The bearer token of this browser: page, local storage, other tabs. Nothing else knows it. */
export class SessionStore {
  #environment: () => Environment;
  #now: () => number;
  #changed = new Emitter();
  #renewal: AbortController | undefined;
  /** Under way. */
  #signIns = 0;

  /** Page and storage are looked up when they are needed, so that this module loads outside a browser. */
  constructor(environment: () => Environment, now: () => number = () => Date.now()) {
    this.#environment = environment;
    this.#now = now;
  }

  /**
   * Takes over what the page brought along, once. A page that names no session is the server's word that there is
   * none: a token left in storage would only be refused call by call, and the time of the last activity would end
   * the next session at its start.
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

  /** The page of a cluster leaves the end out (http-auth §2.1); of the same token it is stored from before. */
  #withKnownEnd(answer: SessionResponse): SessionResponse {
    const stored = this.token();
    const isSame = answer.sessionExpires === ZERO_TIME && stored?.accessToken === answer.token;
    return isSame ? { ...answer, sessionExpires: stored.sessionExpires } : answer;
  }

  /**
   * Keeps the answer of a sign-in. The last activity was in another session, and could end this one at its start. No
   * renewal of an earlier session runs beside it: its late answer, and the cookie with it, would put that one back.
   */
  async signIn(ask: () => Promise<unknown>): Promise<void> {
    this.#renewal?.abort();
    this.#signIns++;
    try {
      const answer = (await ask()) as SessionResponse;
      this.#storage.removeItem(STORAGE.lastActive);
      this.store(answer);
    } finally {
      this.#signIns--;
    }
  }

  /** Keeps the answer of a renewal. Rejects with an AbortError where a sign-in makes it needless. */
  async renew(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const { signal } = (this.#renewal = new AbortController());
    if (this.#signIns > 0) this.#renewal.abort();
    signal.throwIfAborted();
    const answer = await ask(signal);
    signal.throwIfAborted();
    this.store(answer as SessionResponse);
  }

  /** Keeps what a server has answered. */
  store(answer: SessionResponse): void {
    const token: BearerToken = {
      accessToken: answer.token,
      expiresIn: answer.expires_in,
      created: this.#now(),
      sessionExpires: answer.sessionExpires,
      sessionInactiveTimeout: answer.sessionInactiveTimeout,
    };
    this.#storage.setItem(STORAGE.token, JSON.stringify(token));
    this.#changed.emit();
  }

  token(): BearerToken | undefined {
    const stored = readJson(this.#storage, STORAGE.token);
    return isBearerToken(stored) ? stored : undefined;
  }

  /** Milliseconds left of the bearer token; 0 without one, 1 where that is unknown, as the clock was set back. */
  timeLeftMs(): number {
    const token = this.token();
    if (!token) return 0;
    const ageMs = this.#now() - token.created;
    return ageMs < 0 ? 1 : Math.max(0, token.expiresIn * 1000 - ageMs);
  }

  /** Absolute end of the web session; undefined until the page, a sign-in or a renewal has told it. */
  endsAtMs(): number | undefined {
    const text = this.token()?.sessionExpires;
    const ends = text && text !== ZERO_TIME ? Date.parse(text) : Number.NaN;
    return Number.isNaN(ends) ? undefined : ends;
  }

  csrfToken(): string {
    return this.#meta(CSRF_META)?.content ?? '';
  }

  /** Removes everything but what outlives a sign-out. */
  clear(): void {
    for (const key of Object.keys(this.#storage)) if (!survivesSignOut(key)) this.#storage.removeItem(key);
    this.#changed.emit();
  }

  /** This tab stored a new token or cleared it. */
  subscribe = (listener: () => void) => this.#changed.subscribe(listener);

  get #storage(): Storage {
    return this.#environment().storage;
  }

  #meta(name: string): HTMLMetaElement | null {
    return this.#environment().page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  }
}

export const session = new SessionStore(() => ({ page: document, storage: localStorage }));
