import { LOCKOUT_FAILURES, LOCKOUT_MEMORY_MS, LOCKOUT_MS } from '../../src/wire/constants.ts';
import type { Database } from '../store/database.ts';
import type { LockoutStore } from '../store/lockouts.ts';

/** Names whose failures are remembered. */
const NAMES_MAX = 10_000;

type Parts = { db: Database; lockouts: LockoutStore; now: () => number };

/**
 * Five consecutive failures lock a user out for a while (http-auth §4.1). Counted for every name that is given, so that
 * neither answers nor their time tell whether there is such a user.
 */
export class Attempts {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Counts an attempt as failed before it is judged, so that many at once are not judged more often than one after
   * the other. False: locked out, and nothing is to be judged. It is written down all the same: every answer costs one
   * write here.
   */
  begin(user: string): boolean {
    const { db, lockouts } = this.#parts;
    const now = this.#parts.now();
    return db.transaction(() => {
      lockouts.deleteBefore(now - LOCKOUT_MEMORY_MS, now);
      lockouts.trim(NAMES_MAX - 1, now);
      const known = lockouts.find(user);
      if (known && isInForce(known.lockedUntilMs, now)) {
        lockouts.put(user, { ...known, lastFailureMs: now });
        return false;
      }
      const failures = (known?.lockedUntilMs === 0 ? known.failures : 0) + 1;
      const lockedUntilMs = failures >= LOCKOUT_FAILURES ? now + LOCKOUT_MS : 0;
      lockouts.put(user, { failures, lastFailureMs: now, lockedUntilMs });
      return true;
    });
  }

  /** Whether nothing of the user is to be judged now. Counts nothing. */
  isLocked(user: string): boolean {
    return isInForce(this.#parts.lockouts.find(user)?.lockedUntilMs ?? 0, this.#parts.now());
  }

  /** Takes back the attempt that was begun, and nothing of what was before it. */
  withdraw(user: string): void {
    const { lockouts } = this.#parts;
    const known = lockouts.find(user);
    if (!known) return;
    const failures = Math.max(0, known.failures - 1);
    lockouts.put(user, { ...known, failures, lockedUntilMs: 0 });
  }

  /** Forgives everything: the user is who they say. */
  succeeded(user: string): void {
    this.#parts.lockouts.delete(user);
  }
}

/** A lock that would last longer than any is from before the clock was set back. */
const isInForce = (lockedUntilMs: number, now: number): boolean =>
  lockedUntilMs > now && lockedUntilMs <= now + LOCKOUT_MS;
