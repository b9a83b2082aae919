import { LOCKOUT_FAILURES, LOCKOUT_MEMORY_MS, LOCKOUT_MS } from '../../src/wire/constants.ts';
import type { Database } from '../store/database.ts';
import type { LockoutStore } from '../store/lockouts.ts';

/** Names whose failures are remembered. */
const NAMES_MAX = 10_000;

type Parts = { db: Database; lockouts: LockoutStore; now: () => number };

/**
 * Five consecutive failures lock a user out for a while (http-auth §4.1). Failures count for every submitted name, so
 * that neither the answer nor its timing reveals whether the user exists.
 */
export class Attempts {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Counts an attempt as failed before it is checked, so that parallel attempts are not checked more often than
   * sequential ones. False: the user is locked out and the caller must not check the attempt. It is stored in that case
   * too, so that each call costs one write.
   */
  begin(user: string): boolean {
    const { db, lockouts } = this.#parts;
    const now = this.#parts.now();
    return db.transaction(() => {
      lockouts.deleteBefore(now - LOCKOUT_MEMORY_MS, now);
      lockouts.trim(NAMES_MAX - 1, now);
      const lockout = lockouts.find(user);
      if (lockout && isInForce(lockout.lockedUntilMs, now)) {
        lockouts.put(user, { ...lockout, lastFailureMs: now });
        return false;
      }
      const failures = (lockout?.lockedUntilMs === 0 ? lockout.failures : 0) + 1;
      const lockedUntilMs = failures >= LOCKOUT_FAILURES ? now + LOCKOUT_MS : 0;
      lockouts.put(user, { failures, lastFailureMs: now, lockedUntilMs });
      return true;
    });
  }

  /** Whether attempts of the user must not be checked now. Counts nothing. */
  isLocked(user: string): boolean {
    return isInForce(this.#parts.lockouts.find(user)?.lockedUntilMs ?? 0, this.#parts.now());
  }

  /** Undoes the attempt of the last `begin`, but no earlier ones. */
  withdraw(user: string): void {
    const { lockouts } = this.#parts;
    const lockout = lockouts.find(user);
    if (!lockout) return;
    const failures = Math.max(0, lockout.failures - 1);
    lockouts.put(user, { ...lockout, failures, lockedUntilMs: 0 });
  }

  /** Deletes all failures: the user has proved their identity. */
  succeeded(user: string): void {
    this.#parts.lockouts.delete(user);
  }
}

/** A lock-out that ends too far in the future is from before the clock was set back. */
const isInForce = (lockedUntilMs: number, now: number): boolean =>
  lockedUntilMs > now && lockedUntilMs <= now + LOCKOUT_MS;
