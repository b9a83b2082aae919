import { isApiError, type ApiError } from '../api/errors.ts';
import type { SessionStore } from '../api/session.ts';
import type { Clock } from '../lib/clock.ts';
import { Disposables, type Dispose } from '../lib/disposables.ts';
import { Emitter, ValueStore } from '../lib/valueStore.ts';
import { leaving } from '../lib/leaving.ts';
import { STORAGE, writeText } from '../lib/storage.ts';
import { RENEW_BELOW_MS, SESSION_CHECK_MS, STATUS_ABOVE_MS } from '../wire/constants.ts';
import { IdleWatch } from './IdleWatch.ts';
import type { Ending, SessionState } from './sessionState.ts';

/**
 * If the end of a sign-in is unknown, the keeper renews it once, after the requests of the first screen (http-auth
 * §2.1).
 */
const LEARN_END_AFTER_MS = 2000;
/** A tab that announced a renewal and was closed must not block the others forever. */
const FOREIGN_RENEWAL_MS = 30_000;
/** The longest wait of a sign-out for a silent server. */
const SIGN_OUT_PATIENCE_MS = 3000;

/** Silence, 429, 5xx and responses of proxies do not show whether the session exists. */
const isAnswer = (error: unknown): error is ApiError =>
  isApiError(error) && !error.isForeign && error.status > 0 && error.status < 500 && error.status !== 429;

/** The server refuses the session. A lock does not count, since it can be removed. */
const isRefusal = (error: unknown): boolean => isAnswer(error) && error.status >= 400 && !error.lock;

const ENDINGS: readonly Ending[] = ['signedOutElsewhere', 'expired', 'refused', 'lockedOut', 'inactive'];

/** The ending that a tab reports when another tab ended the session. */
const endingElsewhere = (reported: string | undefined): Ending =>
  ENDINGS.find((ending) => ending === reported) ?? 'signedOutElsewhere';

export type KeeperOptions = {
  session: SessionStore;
  storage: Storage;
  clock: Clock;
  calls: {
    renew(body?: { reloadUser?: true }): Promise<void>;
    /** `idleMs`: the time since the last activity. */
    status(idleMs: number | undefined): Promise<void>;
    /** `bearer`: the token of the session, which is no longer in the storage when the call is repeated. */
    logout(bearer: string | undefined): Promise<void>;
  };
  /** Opens the login page with a full page load. Unsaved text has been saved by then. */
  leave: (why: Ending) => void;
};

/** Renews the web session and detects its end (specification §4, http-auth §13). */
export class SessionKeeper {
  readonly state: ValueStore<SessionState>;
  /** After a renewal in this tab or another one: permissions may have changed, or elsewhere even the user. */
  readonly renewed = new Emitter<'here' | 'elsewhere'>();
  #options: KeeperOptions;
  #idle: IdleWatch;
  #signsOutAtMs: number | undefined;
  #renewal: Promise<void> | undefined;
  #probe: Promise<boolean> | undefined;
  /** The reported ending if a probe finds that the session no longer exists. */
  #endIfGone: 'refused' | 'lockedOut' = 'refused';
  #foreignRenewal = false;
  /** Why another tab ended the session, until its token is removed. */
  #reportedEnding: string | undefined;
  #undo = new Disposables();

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.state = new ValueStore<SessionState>({ kind: 'signedIn', endsAtMs: options.session.endsAtMs() });
    this.#idle = new IdleWatch({
      storage: options.storage,
      clock: options.clock,
      timeoutMs: () => options.session.token()?.sessionInactiveTimeout ?? 0,
      onWarning: (signsOutAtMs) => {
        this.#signsOutAtMs = signsOutAtMs;
        this.#report();
      },
      onTimeout: () => void this.#end('inactive'),
    });
  }

  /** `target` is the window, for storage and input events. */
  start(target: EventTarget): Dispose {
    const { clock, session } = this.#options;
    target.addEventListener('storage', this.#onStorage);
    this.#undo.add(() => target.removeEventListener('storage', this.#onStorage));
    // Timers of a background window are slow: users who return to it see at once that they were signed out.
    target.addEventListener('focus', this.check);
    this.#undo.add(() => target.removeEventListener('focus', this.check));
    this.#undo.add(session.subscribe(this.#report));
    this.#undo.add(clock.every(SESSION_CHECK_MS, this.check));
    this.#undo.add(clock.after(LEARN_END_AFTER_MS, () => this.learnEnd()));
    this.check();
    this.#undo.add(this.#idle.start(target));
    return () => this.#undo.dispose();
  }

  /** Every 15 s: is there time left, is a renewal due, does the server still know the session? */
  check = (): void => {
    const leftMs = this.#options.session.timeLeftMs();
    if (leftMs <= 0) return void this.#end('expired');
    if (this.#renewal || this.#foreignRenewal) return;
    if (leftMs < RENEW_BELOW_MS) void this.renew();
    else if (leftMs > STATUS_ABOVE_MS) void this.probe();
  };

  /**
   * A refusal ends the session. An overloaded or silent server does not, since `check` retries while the token is
   * valid, nor does an interrupted response, which happens when the user leaves the page.
   */
  renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** A renewal that re-reads the traits of the user's record, after the user changed their own (http-auth §4.5). */
  async reloadUser(): Promise<void> {
    await this.#renewal;
    this.#renewal = this.#renew({ reloadUser: true }).finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** Checks whether the session still exists. Resolves to true if it does not. Concurrent calls share one request. */
  probe(): Promise<boolean> {
    if (this.state.get().kind === 'ended') return Promise.resolve(true);
    this.#probe ??= this.#askStatus().finally(() => (this.#probe = undefined));
    return this.#probe;
  }

  /** The same after too many wrong passwords: they may come from another browser, and this session stays valid. */
  probeAfterLockOut(): Promise<boolean> {
    this.#endIfGone = 'lockedOut';
    return this.probe().finally(() => (this.#endIfGone = 'refused'));
  }

  /** Activity without a key or pointer event: "Stay signed in". */
  staySignedIn(): void {
    this.#idle.noteActivity();
  }

  /** Renews a session whose end is unknown: a sign-in with a key does not return it (http-auth §4.3). */
  learnEnd(): void {
    if (this.#options.session.endsAtMs() === undefined && !this.#foreignRenewal) void this.renew();
  }

  /** By the user: without a way back to this page. */
  signOut(): Promise<void> {
    return this.#end('signedOut');
  }

  /** Repeats an unconfirmed sign-out, and opens the login page after a response. */
  async signOutAgain(bearer: string | undefined): Promise<void> {
    if (await this.#logout(bearer)) this.#options.leave('signedOut');
  }

  /** The server has ended the session in response to a call of the user. */
  endedByServer(): void {
    void this.#end('signedOut', 'elsewhere');
  }

  async #renew(body: { reloadUser?: true } = {}): Promise<void> {
    this.#broadcast('true');
    try {
      await this.#options.calls.renew(body);
      this.renewed.emit('here');
    } catch (error) {
      if (isRefusal(error)) void this.#end('expired');
    } finally {
      this.#broadcast('false');
    }
  }

  async #askStatus(): Promise<boolean> {
    try {
      await this.#options.calls.status(this.#idle.idleMs());
    } catch (error) {
      if (isApiError(error, 403)) void this.#end(this.#endIfGone, 'elsewhere');
    }
    return this.state.get().kind === 'ended';
  }

  /** Other tabs detect a renewal by a value that is set and removed (http-auth §13). */
  #broadcast(renewing: 'true' | 'false'): void {
    if (this.state.get().kind === 'ended') return;
    writeText(this.#options.storage, STORAGE.renewing, renewing);
    this.#options.storage.removeItem(STORAGE.renewing);
  }

  #onStorage = (event: Event): void => {
    if (!(event instanceof StorageEvent)) return;
    // The reason is stored before the token is removed, and events arrive in the order of the writes.
    if (event.key === STORAGE.ending) this.#reportedEnding = event.newValue ?? this.#reportedEnding;
    if (!this.#options.session.token()) return void this.#end(endingElsewhere(this.#reportedEnding), 'elsewhere');
    if (event.key === STORAGE.token) {
      this.#report();
      this.renewed.emit('elsewhere');
    }
    if (event.key !== STORAGE.renewing || event.newValue === null) return;
    this.#foreignRenewal = event.newValue === 'true';
    if (this.#foreignRenewal) {
      this.#undo.add(this.#options.clock.after(FOREIGN_RENEWAL_MS, () => (this.#foreignRenewal = false)));
    }
  };

  #report = (): void => {
    if (this.state.get().kind === 'ended') return;
    const endsAtMs = this.#options.session.endsAtMs();
    const signsOutAtMs = this.#signsOutAtMs;
    this.state.set(
      signsOutAtMs === undefined ? { kind: 'signedIn', endsAtMs } : { kind: 'idle', endsAtMs, signsOutAtMs },
    );
  };

  /** Runs once: saves drafts, then informs the server, then removes all data of the session from this browser. */
  async #end(why: Ending, where: 'here' | 'elsewhere' = 'here'): Promise<void> {
    if (this.state.get().kind === 'ended') return;
    this.state.set({ kind: 'ended', why });
    this.#undo.dispose();
    leaving.emit();
    const { session, storage, leave } = this.#options;
    const bearer = session.token()?.accessToken;
    if (bearer) writeText(storage, STORAGE.ending, why);
    if (where === 'here') {
      const answered = this.#logout(bearer); // before the token is cleared, which its headers need
      session.clear();
      // A user who signs out without a network must not be signed in when it is back (D-410).
      if (!(await answered) && why === 'signedOut')
        return this.state.set({ kind: 'ended', why, unconfirmed: { bearer } });
    } else {
      session.clear();
    }
    leave(why);
  }

  /** False if the session may still exist on the server. */
  #logout(bearer: string | undefined): Promise<boolean> {
    const { calls, clock } = this.#options;
    return Promise.race([
      calls.logout(bearer).then(() => true, isAnswer),
      new Promise<boolean>((resolve) => clock.after(SIGN_OUT_PATIENCE_MS, () => resolve(false))),
    ]);
  }
}
