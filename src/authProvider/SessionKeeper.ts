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

/** A sign-in whose end nobody has told is renewed once, after the first screen has had the line to itself (http-auth §2.1). */
const LEARN_END_AFTER_MS = 2000;
/** A tab that announced a renewal and was closed must not stop the others for ever. */
const FOREIGN_RENEWAL_MS = 30_000;
/** Sign-out does not wait longer than this for a server that is silent. */
const SIGN_OUT_PATIENCE_MS = 3000;

/** Silence, 429, 5xx and something in between say nothing about the session. */
const isAnswer = (error: unknown): error is ApiError =>
  isApiError(error) && !error.isForeign && error.status > 0 && error.status < 500 && error.status !== 429;

/** The server knows the session and says no; a lock may be lifted. */
const isRefusal = (error: unknown): boolean => isAnswer(error) && error.status >= 400 && !error.lock;

const ENDINGS: readonly Ending[] = ['signedOutElsewhere', 'expired', 'refused', 'lockedOut', 'inactive'];

/** What a tab that hears of the end from another tab says of it. */
const endingElsewhere = (reported: string | undefined): Ending =>
  ENDINGS.find((ending) => ending === reported) ?? 'signedOutElsewhere';

export type KeeperOptions = {
  session: SessionStore;
  storage: Storage;
  clock: Clock;
  calls: {
    renew(body?: { reloadUser?: true }): Promise<void>;
    /** `idleMs`: how long ago somebody was last there. */
    status(idleMs: number | undefined): Promise<void>;
    /** `bearer`: the token of the session, which is no longer in the storage when this is repeated. */
    logout(bearer: string | undefined): Promise<void>;
  };
  /** Leaves for the login page, by a full page load. Unsaved text has been saved by then. */
  leave: (why: Ending) => void;
};

/** Keeps the web session alive and notices when it is gone (specification §4, http-auth §13). */
export class SessionKeeper {
  readonly state: ValueStore<SessionState>;
  /** After a renewal, of this tab or another: what the roles allow, or elsewhere the user, may have changed with it. */
  readonly renewed = new Emitter<'here' | 'elsewhere'>();
  #options: KeeperOptions;
  #idle: IdleWatch;
  #signsOutAtMs: number | undefined;
  #renewal: Promise<void> | undefined;
  #probe: Promise<boolean> | undefined;
  /** What a session is said to have ended by that a probe finds gone. */
  #endIfGone: 'refused' | 'lockedOut' = 'refused';
  #foreignRenewal = false;
  /** Why another tab ended the session, until its token is gone. */
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

  /** `target` is the window: its storage and input events are heard. */
  start(target: EventTarget): Dispose {
    const { clock, session } = this.#options;
    target.addEventListener('storage', this.#onStorage);
    this.#undo.add(() => target.removeEventListener('storage', this.#onStorage));
    // Timers of a window in the background are slow: whoever comes back to it learns at once that it was signed out.
    target.addEventListener('focus', this.check);
    this.#undo.add(() => target.removeEventListener('focus', this.check));
    this.#undo.add(session.subscribe(this.#report));
    this.#undo.add(clock.every(SESSION_CHECK_MS, this.check));
    this.#undo.add(clock.after(LEARN_END_AFTER_MS, () => this.learnEnd()));
    this.check();
    this.#undo.add(this.#idle.start(target));
    return () => this.#undo.dispose();
  }

  /** Every 15 s: is there time left, is it time to renew, does the server still know the session? */
  check = (): void => {
    const leftMs = this.#options.session.timeLeftMs();
    if (leftMs <= 0) return void this.#end('expired');
    if (this.#renewal || this.#foreignRenewal) return;
    if (leftMs < RENEW_BELOW_MS) void this.renew();
    else if (leftMs > STATUS_ABOVE_MS) void this.probe();
  };

  /**
   * A refusal ends the session. An overloaded or silent server does not, as `check` renews again while the token lasts,
   * nor does an answer that breaks off, as one does when the person leaves the page meanwhile.
   */
  renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** A renewal that reads the traits of the user's record anew: for after one's own were changed (http-auth §4.5). */
  async reloadUser(): Promise<void> {
    await this.#renewal;
    this.#renewal = this.#renew({ reloadUser: true }).finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** Asks whether the session still is; resolves to true when it has gone. Calls that meet are one call. */
  probe(): Promise<boolean> {
    if (this.state.get().kind === 'ended') return Promise.resolve(true);
    this.#probe ??= this.#askStatus().finally(() => (this.#probe = undefined));
    return this.#probe;
  }

  /** Likewise, after too many wrong passwords: another browser may have typed them, and this session goes on. */
  probeAfterLockOut(): Promise<boolean> {
    this.#endIfGone = 'lockedOut';
    return this.probe().finally(() => (this.#endIfGone = 'refused'));
  }

  /** A sign of life that is no key and no pointer: "Stay signed in". */
  staySignedIn(): void {
    this.#idle.noteActivity();
  }

  /** Renews a session whose end is not known: a sign-in with a key does not tell it (http-auth §4.3). */
  learnEnd(): void {
    if (this.#options.session.endsAtMs() === undefined && !this.#foreignRenewal) void this.renew();
  }

  /** By the person: without a way back to this page. */
  signOut(): Promise<void> {
    return this.#end('signedOut');
  }

  /** Repeats a sign-out without an answer, and leaves after one. */
  async signOutAgain(bearer: string | undefined): Promise<void> {
    if (await this.#logout(bearer)) this.#options.leave('signedOut');
  }

  /** The server has ended the session in answer to a call, as the person asked. */
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

  /** Other tabs hear of a renewal by a value that comes and goes (http-auth §13). */
  #broadcast(renewing: 'true' | 'false'): void {
    if (this.state.get().kind === 'ended') return;
    writeText(this.#options.storage, STORAGE.renewing, renewing);
    this.#options.storage.removeItem(STORAGE.renewing);
  }

  #onStorage = (event: Event): void => {
    if (!(event instanceof StorageEvent)) return;
    // The reason is stored before the token goes, and events arrive in the order of the writes.
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

  /** Once. Drafts first, then the server, then nothing of the session is left in this browser. */
  async #end(why: Ending, where: 'here' | 'elsewhere' = 'here'): Promise<void> {
    if (this.state.get().kind === 'ended') return;
    this.state.set({ kind: 'ended', why });
    this.#undo.dispose();
    leaving.emit();
    const { session, storage, leave } = this.#options;
    const bearer = session.token()?.accessToken;
    if (bearer) writeText(storage, STORAGE.ending, why);
    if (where === 'here') {
      const answered = this.#logout(bearer); // before the token is cleared, which its headers come from
      session.clear();
      // A person who signs out without a network must not be signed in again when it is back (D-410).
      if (!(await answered) && why === 'signedOut')
        return this.state.set({ kind: 'ended', why, unconfirmed: { bearer } });
    } else {
      session.clear();
    }
    leave(why);
  }

  /** False while the session may live on at the server. */
  #logout(bearer: string | undefined): Promise<boolean> {
    const { calls, clock } = this.#options;
    return Promise.race([
      calls.logout(bearer).then(() => true, isAnswer),
      new Promise<boolean>((resolve) => clock.after(SIGN_OUT_PATIENCE_MS, () => resolve(false))),
    ]);
  }
}
