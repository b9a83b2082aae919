const WARNINGS_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Limits how many refusals of one user are warnings, so that a script with constant refusals does not fill a terminal's
 * log.
 */
export class RefusalLimit {
  #counts = new Map<string, number>();
  #minute = 0;

  /** `nowMs`: of a monotonic clock. */
  allows(user: string, nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(user) ?? 0) + 1;
    this.#counts.set(user, count);
    return count <= WARNINGS_PER_MINUTE;
  }
}
