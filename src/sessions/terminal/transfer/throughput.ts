// The speed of a transfer, smoothed so that the numbers stay readable.
import type { Clock } from '../../../lib/clock.ts';
import { STALLED_MS, Stopped } from './failureMessages.ts';

/** `bytesPerS` is undefined until there are enough measurements. */
export type Throughput = {
  bytesPerS: number | undefined;
  /** The last measurement. */
  atMs: number;
  atBytes: number;
};

/** Shorter intervals would measure the size of network packets. */
const SAMPLE_MIN_MS = 500;
/** Older measurements than this have a weight of one third. */
const MEMORY_MS = 4000;

export const startThroughput = (nowMs: number): Throughput => ({ bytesPerS: undefined, atMs: nowMs, atBytes: 0 });

export function updateThroughput(pace: Throughput, doneBytes: number, nowMs: number): Throughput {
  const passedMs = nowMs - pace.atMs;
  if (passedMs < SAMPLE_MIN_MS) return pace;
  const now = (1000 * Math.max(0, doneBytes - pace.atBytes)) / passedMs;
  const weight = 1 - Math.exp(-passedMs / MEMORY_MS);
  const before = pace.bytesPerS ?? now;
  return { bytesPerS: before + weight * (now - before), atMs: nowMs, atBytes: doneBytes };
}

/** Undefined if it cannot be estimated. */
export function leftMs(
  { bytesPerS }: Throughput,
  doneBytes: number,
  sizeBytes: number | undefined,
): number | undefined {
  if (!bytesPerS || sizeBytes === undefined) return undefined;
  return (1000 * Math.max(0, sizeBytes - doneBytes)) / bytesPerS;
}

const SHOW_EVERY_MS = 100;
const STALL_CHECK_MS = 5000;

type ShownProgress = { doneBytes: number; sizeBytes: number | undefined; pace: Throughput };

/** Tracks the bytes of one transfer: reports progress at intervals, and aborts a stalled transfer. */
export class StallTimer {
  /** Aborted by the caller, or when there is no progress. */
  readonly signal: AbortSignal;
  doneBytes = 0;
  #sizeBytes: number | undefined;
  #clock: Clock;
  #show: (progress: ShownProgress) => void;
  #pace: Throughput;
  #movedAtMs: number;
  #shownAtMs: number;
  readonly end: () => void;

  constructor(clock: Clock, outer: AbortSignal, show: (progress: ShownProgress) => void) {
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

  /** Reports the start. The size can become known later. */
  begin(sizeBytes: number | undefined): void {
    this.#sizeBytes = sizeBytes;
    this.#report();
  }

  moved = (doneBytes: number): void => {
    const now = this.#clock.now();
    this.doneBytes = doneBytes;
    this.#movedAtMs = now;
    this.#pace = updateThroughput(this.#pace, doneBytes, now);
    if (now - this.#shownAtMs < SHOW_EVERY_MS) return;
    this.#shownAtMs = now;
    this.#report();
  };

  #report(): void {
    this.#show({ doneBytes: this.doneBytes, sizeBytes: this.#sizeBytes, pace: this.#pace });
  }
}
