/** A connection that held for so long was a good one: the next loss starts to count anew. */
const STEADY_MS = 10_000;

/** Counts how often a session was tried again in a row, from 1. */
export class Attempts {
  /** The one that was begun last; 0: none yet. */
  count = 0;
  #liveSinceMs = Infinity;

  connecting(): void {
    this.#liveSinceMs = Infinity;
  }

  live(nowMs: number): void {
    this.#liveSinceMs = nowMs;
  }

  /** The number of the try that follows. */
  lost(nowMs: number): number {
    this.count = nowMs - this.#liveSinceMs >= STEADY_MS ? 1 : this.count + 1;
    return this.count;
  }
}
