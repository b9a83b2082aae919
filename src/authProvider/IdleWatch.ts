import type { Clock } from '../lib/clock.ts';
import { Disposables, type Dispose } from '../lib/disposables.ts';
import { STORAGE, writeText } from '../lib/storage.ts';
import { ACTIVITY_THROTTLE_MS, IDLE_CHECK_MS, IDLE_MARGIN_MS } from '../wire/constants.ts';

/** How long before the end the user is warned. */
const IDLE_WARNING_MS = 60_000;
/** The minimum delay between two checks. */
const SOONEST_MS = 250;
const SIGNS_OF_LIFE = ['keydown', 'pointermove', 'pointerdown'] as const;

type Options = {
  storage: Storage;
  clock: Clock;
  /** The allowed milliseconds of inactivity. 0: unlimited. Renewals can change it. */
  timeoutMs: () => number;
  /** `undefined`: the user is active again. */
  onWarning: (signsOutAtMs: number | undefined) => void;
  onTimeout: () => void;
};

/**
 * Detects user activity in this tab and, through storage, in all other tabs (specification §4). As the contract
 * requires, the session ends at the timeout minus a margin. A warning comes a minute earlier.
 */
export class IdleWatch {
  #options: Options;
  #warned = false;
  #nextCheck: Dispose = () => undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** `target` is the window. The first check also covers the time in which no tab was open. */
  start(target: EventTarget): Dispose {
    const undo = new Disposables();
    undo.add(() => this.#nextCheck());
    if (this.#check()) return () => undo.dispose();
    this.#write();
    // The user is active in another tab, so this tab's warning ends.
    const onStorage = (event: Event) => {
      if (event instanceof StorageEvent && event.key === STORAGE.lastActive) this.#check();
    };
    target.addEventListener('storage', onStorage);
    undo.add(() => target.removeEventListener('storage', onStorage));
    for (const name of SIGNS_OF_LIFE) {
      target.addEventListener(name, this.noteActivity, { capture: true, passive: true });
      undo.add(() => target.removeEventListener(name, this.noteActivity, { capture: true }));
    }
    return () => undo.dispose();
  }

  noteActivity = (): void => {
    const isDue = this.#warned || this.#options.clock.now() - this.#lastActiveMs() > ACTIVITY_THROTTLE_MS;
    // After the machine has slept, the first pointer event can arrive before the due check.
    if (isDue && !this.#check()) this.#write();
  };

  /** The time since the last activity in any tab. Undefined before the first one. */
  idleMs(): number | undefined {
    const lastActiveMs = this.#lastActiveMs();
    return lastActiveMs > 0 ? Math.max(0, this.#options.clock.now() - lastActiveMs) : undefined;
  }

  /** A time in the future is from before the clock was set back, and counts as now. */
  #lastActiveMs(): number {
    const { storage, clock } = this.#options;
    const lastActiveMs = Number(storage.getItem(STORAGE.lastActive)) || 0;
    if (lastActiveMs <= clock.now()) return lastActiveMs;
    writeText(storage, STORAGE.lastActive, String(clock.now()));
    return clock.now();
  }

  #write(): void {
    writeText(this.#options.storage, STORAGE.lastActive, String(this.#options.clock.now()));
    this.#check();
  }

  #warn(signsOutAtMs: number | undefined): void {
    if (signsOutAtMs === undefined && !this.#warned) return;
    this.#warned = signsOutAtMs !== undefined;
    this.#options.onWarning(signsOutAtMs);
  }

  #schedule(delayMs: number): void {
    this.#nextCheck();
    this.#nextCheck = this.#options.clock.after(Math.min(IDLE_CHECK_MS, Math.max(SOONEST_MS, delayMs)), () =>
      this.#check(),
    );
  }

  /** True when the timeout is over. */
  #check(): boolean {
    const timeoutMs = this.#options.timeoutMs();
    const lastActiveMs = this.#lastActiveMs();
    const nowMs = this.#options.clock.now();
    if (timeoutMs <= 0 || lastActiveMs <= 0) {
      this.#warn(undefined);
      this.#schedule(IDLE_CHECK_MS);
      return false;
    }
    // With the full margin, short timeouts would end or warn at once.
    const allowedMs = timeoutMs - Math.min(IDLE_MARGIN_MS, timeoutMs / 2);
    const endsAtMs = lastActiveMs + allowedMs;
    const warnsAtMs = endsAtMs - Math.min(IDLE_WARNING_MS, allowedMs / 2);
    if (nowMs > endsAtMs) {
      this.#options.onTimeout();
      return true;
    }
    this.#warn(nowMs >= warnsAtMs ? endsAtMs : undefined);
    this.#schedule((nowMs >= warnsAtMs ? endsAtMs : warnsAtMs) - nowMs);
    return false;
  }
}
