import { ANONYMOUS_LOG_RATE, ANONYMOUS_LOG_TOTAL_RATE } from './limits.ts';
import { network, RateLimit } from './rateLimit.ts';

const WINDOW_MS = 60_000;
/** Networks that are counted separately. Others count only in the sum. */
const NETWORKS_MAX = 1_000;
const NETWORKS_SHOWN = 5;

/** The log entry for requests without a line of their own. */
export type MergedRequests = { requests: number; most: readonly { network: string; requests: number }[] };

/**
 * Limits the log lines about callers who have not signed in. Requests above a rate are only counted, and one line a
 * minute reports their number and the networks with most of them.
 */
export class AnonymousLog {
  #each: RateLimit;
  #all: RateLimit;
  #report: (merged: MergedRequests) => void;
  #requests = 0;
  #networks = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(report: (merged: MergedRequests) => void, now: () => number = Date.now) {
    this.#report = report;
    this.#each = new RateLimit(now, ANONYMOUS_LOG_RATE);
    this.#all = new RateLimit(now, ANONYMOUS_LOG_TOTAL_RATE);
  }

  /** False if the request is counted instead of logged. */
  allows(address: string): boolean {
    if (this.#each.allows(address) && this.#all.allows('all')) return true;
    this.#requests += 1;
    const key = network(address);
    const count = this.#networks.get(key);
    if (count !== undefined || this.#networks.size < NETWORKS_MAX) this.#networks.set(key, (count ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref();
    return false;
  }

  /** Reports the counts. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#requests === 0) return;
    const most = [...this.#networks]
      .sort(([, a], [, b]) => b - a)
      .slice(0, NETWORKS_SHOWN)
      .map(([name, requests]) => ({ network: name, requests }));
    this.#report({ requests: this.#requests, most });
    this.#requests = 0;
    this.#networks.clear();
  }
}
