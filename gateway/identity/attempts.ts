import { LOCKOUT_FAILURES, LOCKOUT_MEMORY_MS, LOCKOUT_MS } from '../../src/wire/constants.ts';
import type { LockoutStore } from '../store/lockouts.ts';

/** Five consecutive failures lock a user out for a while (http-auth §4.1). */
export class Attempts {
  #store: LockoutStore;
  #now: () => number;

  constructor(store: LockoutStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Counts an attempt as failed before it is judged, so that many at once are not judged more often than one after
   * the other. False: locked out, and nothing is to be judged.
   */
  begin(user: string): boolean {
    const now = this.#now();
    const known = this.#store.find(user);
    if (known && known.lockedUntilMs > now) return false;
    const remembered = known && known.lockedUntilMs === 0 && now - known.lastFailureMs <= LOCKOUT_MEMORY_MS;
    const failures = (remembered ? known.failures : 0) + 1;
    const lockedUntilMs = failures >= LOCKOUT_FAILURES ? now + LOCKOUT_MS : 0;
    this.#store.put(user, { failures, lastFailureMs: now, lockedUntilMs });
    return true;
  }

  /** Takes back the attempt that was begun, and nothing of what was before it. */
  withdraw(user: string): void {
    const known = this.#store.find(user);
    if (!known) return;
    const failures = Math.max(0, known.failures - 1);
    this.#store.put(user, { ...known, failures, lockedUntilMs: 0 });
  }

  /** Forgives everything: the user is who they say. */
  succeeded(user: string): void {
    this.#store.delete(user);
  }
}
