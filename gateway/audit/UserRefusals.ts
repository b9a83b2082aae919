import type { Rate } from '../http/limits.ts';
import { RateLimit } from '../http/rateLimit.ts';

const WINDOW_MS = 60_000;
/** The rate of separate events of one user. A command may be refused on a thousand servers at once. */
const RATE: Rate = { perMinute: 30, burst: 1000 };

/** An extension: how many refusals, searches or reads have no separate events (RefusedSignIns, UserRefusals). */
export type MergedCount = { merged_refusals?: number; merged_events?: number };

type MergedRefusals = { count: number; endsMs: number; write: (count: number) => void };

/**
 * Limits the events that a user can cause in a loop, such as refused openings or searches. Above a rate of the user
 * they are only counted. Once a minute one event is written for each kind, in the form of the last one.
 */
export class UserRefusals {
  #now: () => number;
  #rate: RateLimit;
  #merged = new Map<string, MergedRefusals>();

  constructor(now: () => number) {
    this.#now = now;
    this.#rate = new RateLimit(now, RATE);
  }

  /** True for a separate event. Otherwise `write` is called later with the number of such events. */
  allows(user: string, event: string, write: MergedRefusals['write']): boolean {
    if (this.#rate.allows(user)) return true;
    const key = JSON.stringify([user, event]);
    const { count, endsMs } = this.#merged.get(key) ?? { count: 0, endsMs: this.#now() + WINDOW_MS };
    this.#merged.set(key, { count: count + 1, endsMs, write });
    return false;
  }

  /** Writes the counts that are due, or all. */
  flush(all: boolean): void {
    for (const [key, { count, endsMs, write }] of this.#merged) {
      if (!all && endsMs > this.#now()) continue;
      write(count); // may throw: then it stays for the next time
      this.#merged.delete(key);
    }
  }
}
