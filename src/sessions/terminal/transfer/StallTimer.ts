import type { Clock } from '../../../lib/clock.ts';
import { STALLED_MS, Stopped } from './failureMessages.ts';
import { updateThroughput, startThroughput, type Throughput } from './throughput.ts';

const SHOW_EVERY_MS = 100;
const STALL_CHECK_MS = 5000;

type Shown = { doneBytes: number; sizeBytes: number | undefined; pace: Throughput };

/** Follows the bytes of one transfer: tells how far it is, not too often, and ends one that stands still. */
export class StallTimer {
  /** Aborted by whom it was made for, or when nothing moves. */
  readonly signal: AbortSignal;
  doneBytes = 0;
  #sizeBytes: number | undefined;
  #clock: Clock;
  #show: (shown: Shown) => void;
  #pace: Throughput;
  #movedAtMs: number;
  #shownAtMs: number;
  readonly end: () => void;

  constructor(clock: Clock, outer: AbortSignal, show: (shown: Shown) => void) {
    this.#clock = clock;
    this.#show = show;
    this.#movedAtMs = this.#shownAtMs = clock.now();
    this.#pace = startThroughput(clock.now());
    const stall = new AbortController();
    this.signal = AbortSignal.any([outer, stall.signal]);
    this.end = clock.every(STALL_CHECK_MS, () => {
      if (clock.now() - this.#movedAtMs >= STALLED_MS) stall.abort(new Stopped('stall'));
    });
  }

  /** Tells that it has begun; the size may be known later. */
  begin(sizeBytes: number | undefined): void {
    this.#sizeBytes = sizeBytes;
    this.#tell();
  }

  moved = (doneBytes: number): void => {
    const now = this.#clock.now();
    this.doneBytes = doneBytes;
    this.#movedAtMs = now;
    this.#pace = updateThroughput(this.#pace, doneBytes, now);
    if (now - this.#shownAtMs < SHOW_EVERY_MS) return;
    this.#shownAtMs = now;
    this.#tell();
  };

  #tell(): void {
    this.#show({ doneBytes: this.doneBytes, sizeBytes: this.#sizeBytes, pace: this.#pace });
  }
}
