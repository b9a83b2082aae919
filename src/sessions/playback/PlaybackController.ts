import type { Clock } from '../../lib/clock.ts';
import type { Dispose } from '../../lib/disposables.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { isAbort } from '../../lib/work.ts';
import type { Pauses } from './pace.ts';
import type { Track } from './Track.ts';

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** Steps of the keys and buttons. */
export const STEP_MS = { small: 5000, large: 30_000 } as const;

export type PlaybackState = {
  status: 'paused' | 'playing' | 'ended';
  speed: Speed;
  pauses: Pauses;
  /** The picture is behind because its data is still loading. */
  isWaiting: boolean;
  /** The picture shows the present and follows it. */
  isLive: boolean;
  /** Why the last moment could not be painted. The next moment is tried nevertheless. */
  fault: unknown;
};

const TICK_MS = 25;
/** Above double speed more pictures are not visible, and each costs the page as much as one in real time. */
const FAST_TICK_MS = 45;
/** The clock stops while the picture is further behind than this. */
const BEHIND_MAX_MS = 400;
/** The player reports that it waits after this time. */
const WAITING_AFTER_MS = 300;

/** Controls the time of a player: the present moment, the next moment to paint, and the speed. */
export class PlaybackController {
  readonly state = new ValueStore<PlaybackState>({
    status: 'paused',
    speed: 1,
    pauses: 'skip',
    isWaiting: false,
    isLive: false,
    fault: undefined,
  });
  /** Milliseconds since the first output. It changes many times a second. */
  readonly position = new ValueStore(0);
  /** Resolves with the first picture. */
  readonly firstPicture: Promise<void>;
  #resolveFirst: () => void = () => undefined;
  #track: Track;
  #clock: Clock;
  #stopTicking: Dispose | undefined;
  #lastTickMs = 0;
  /** The running paint and its start. `#nextMs` is the moment to paint after it. */
  #painting: { abort: AbortController; sinceMs: number } | undefined;
  #nextMs: number | undefined;

  constructor(track: Track, clock: Clock) {
    this.#track = track;
    this.#clock = clock;
    this.firstPicture = new Promise((resolve) => (this.#resolveFirst = resolve));
  }

  /** At the end of a recording it starts from the beginning. At the end of a live track it follows the session. */
  play(): void {
    if (this.state.get().status === 'playing') return;
    if (this.position.get() >= this.#track.durationMs) {
      if (this.#track.isLive) this.#change({ isLive: true });
      else this.#goTo(0, true);
    }
    this.#change({ status: 'playing' });
    this.#lastTickMs = this.#clock.now();
    this.#stopTicking ??= this.#clock.every(TICK_MS, () => this.#tick());
  }

  /** Paints the moment in the address at once and plays from it. The end of a recording is shown, not played. */
  playFrom(ms: number | undefined): void {
    this.seek(ms ?? 0);
    if (ms === undefined || this.position.get() < this.#track.durationMs) this.play();
  }

  pause(): void {
    this.#change({ isLive: false });
    this.#stop('paused');
  }

  /** Goes to the present and stays there while the track grows. */
  goLive(): void {
    this.#goTo(this.#track.durationMs, true);
    this.play();
    this.#change({ isLive: this.#track.isLive });
  }

  /** Call it when a live track has grown. */
  grow(): void {
    if (this.state.get().isLive) this.#goTo(this.#track.durationMs, false);
  }

  toggle(): void {
    if (this.state.get().status === 'playing') this.pause();
    else this.play();
  }

  /** Playback continues from there. The end of a live track is the present: the player follows it. */
  seek(ms: number): void {
    const to = Math.min(Math.max(0, ms), this.#track.durationMs);
    if (this.#track.isLive && to >= this.#track.durationMs) return this.goLive();
    this.#change({ isLive: false });
    this.#goTo(to, true);
    if (this.state.get().status === 'ended' && to < this.#track.durationMs) this.#change({ status: 'paused' });
  }

  /** Seeks to the next or the previous change of the picture. */
  step(by: 1 | -1): void {
    const at = this.position.get();
    const to = by > 0 ? this.#track.changeAfter(at) : this.#track.changeBefore(at);
    if (to !== undefined) this.seek(to);
  }

  setSpeed(speed: Speed): void {
    this.#change({ speed });
  }

  setPauses(pauses: Pauses): void {
    this.#change({ pauses });
  }

  /** Call it when the track can paint more than before: it paints the present moment again. */
  refresh(): void {
    this.#goTo(this.position.get(), false);
  }

  dispose(): void {
    this.#stop('paused');
    this.#nextMs = undefined;
    this.#painting?.abort.abort();
  }

  #tick(): void {
    const now = this.#clock.now();
    const passed = now - this.#lastTickMs;
    if (this.state.get().speed > 2 && passed < FAST_TICK_MS) return;
    this.#lastTickMs = now;
    const behind = this.#painting ? now - this.#painting.sinceMs : 0;
    if (behind > BEHIND_MAX_MS) return;
    const { speed, pauses, isLive } = this.state.get();
    if (isLive) return;
    const pace = this.#track.pace(pauses);
    const next = pace.toRecorded(pace.toPlayed(this.position.get()) + passed * speed);
    if (next < this.#track.durationMs) return this.#goTo(next, false);
    this.#goTo(this.#track.durationMs, false);
    if (this.#track.isLive) this.#change({ isLive: true });
    else if (this.#track.isWhole) this.#stop('ended');
    else this.#change({ isWaiting: true });
  }

  /** Playback is at the end of what is loaded, and more of the recording is still to be read. */
  get #isAtPresentEnd(): boolean {
    const { isWhole, isLive, durationMs } = this.#track;
    return !isWhole && !isLive && this.#stopTicking !== undefined && this.position.get() >= durationMs;
  }

  #stop(status: 'paused' | 'ended'): void {
    this.#stopTicking?.();
    this.#stopTicking = undefined;
    if (status === 'ended' || this.state.get().status === 'playing') this.#change({ status });
  }

  /** Of the moments requested during a paint, only the last is painted. A jump aborts the running paint. */
  #goTo(ms: number, isJump: boolean): void {
    this.position.set(ms);
    this.#nextMs = ms;
    if (isJump) this.#painting?.abort.abort();
    if (!this.#painting) void this.#paint();
  }

  async #paint(): Promise<void> {
    while (this.#nextMs !== undefined) {
      const ms = this.#nextMs;
      this.#nextMs = undefined;
      const abort = new AbortController();
      this.#painting = { abort, sinceMs: this.#clock.now() };
      const stopWaiting = this.#clock.after(WAITING_AFTER_MS, () => this.#change({ isWaiting: true }));
      try {
        await this.#track.show(ms, abort.signal);
        this.#resolveFirst();
        this.#change({ isWaiting: this.#isAtPresentEnd, fault: undefined });
      } catch (error) {
        if (!isAbort(error)) {
          this.#change({ isWaiting: false, fault: error });
          this.pause();
        }
      }
      stopWaiting();
      this.#painting = undefined;
    }
  }

  #change(change: Partial<PlaybackState>): void {
    const state = this.state.get();
    const next = { ...state, ...change };
    const isSame = next.status === state.status && next.speed === state.speed && next.pauses === state.pauses;
    const isShown = next.isWaiting === state.isWaiting && next.isLive === state.isLive && next.fault === state.fault;
    if (!isSame || !isShown) this.state.set(next);
  }
}
