import type { Pace, Pauses } from './pace.ts';

/**
 * The content of a player: the controller chooses the moment, and the track paints it. Moments are milliseconds since
 * the first output. One `show` runs at a time.
 */
export type Track = {
  /** The duration known so far. It grows while the recording is read. */
  readonly durationMs: number;
  /** The whole recording is read. */
  readonly isWhole: boolean;
  /** The session is still running: the end of the track is the present. */
  readonly isLive: boolean;
  /**
   * Paints the moment, forward or backward. When the signal aborts, it stops early, possibly at another moment,
   * and rejects with an abort error.
   */
  show(ms: number, signal: AbortSignal): Promise<void>;
  /** The next moment at which the picture changes. */
  changeAfter(ms: number): number | undefined;
  changeBefore(ms: number): number | undefined;
  pace(pauses: Pauses): Pace;
};
