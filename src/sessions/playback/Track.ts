import type { Pace, Pauses } from './pace.ts';

/**
 * What a player plays: the controller says which moment, the track paints it. Moments are milliseconds from the first
 * output on. One `show` runs at a time.
 */
export type Track = {
  /** As far as it is known; it grows while the recording is read. */
  readonly durationMs: number;
  /** Nothing more comes. */
  readonly isWhole: boolean;
  /** The session still runs: the end of the track is the present. */
  readonly isLive: boolean;
  /**
   * Makes the picture that of the moment, forward or backward. Where the signal aborts it stops early with the picture
   * of some other moment, and rejects as aborted.
   */
  show(ms: number, signal: AbortSignal): Promise<void>;
  /** The next moment at which the picture changes. */
  changeAfter(ms: number): number | undefined;
  changeBefore(ms: number): number | undefined;
  pace(pauses: Pauses): Pace;
};
