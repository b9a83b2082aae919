import type { Dispose } from '../../src/lib/disposables.ts';
import { dataRevision, onDataChange } from '../store/dataRevision.ts';
import { runEach } from '../store/runEach.ts';
import type { Stores } from '../store/stores.ts';
import { isLocked, toLock, type Lock, type LockSubject } from './lock.ts';
import { LockedOut } from './refusals.ts';

type Parts = { stores: Pick<Stores, 'db' | 'documents'>; now: () => number };

/**
 * The one place that says who is locked out. A lock is no rule of a role: it holds whatever the roles allow, and its end
 * is judged each time that it is asked about.
 */
export class Locks {
  #parts: Parts;
  #revision: string | undefined;
  #locks: readonly Lock[] = [];
  #listeners = new Set<() => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { db } = parts.stores;
    onDataChange(db, 'access', () => runEach(this.#listeners, (run) => run(), db.report));
  }

  /**
   * Runs after who is locked out may have changed: a lock was written, or somebody got other roles, in whatever way.
   * Whoever holds something open asks again whether it may stay.
   */
  onChange(run: () => void): Dispose {
    this.#listeners.add(run);
    return () => void this.#listeners.delete(run);
  }

  /** The first lock that is in force for the subject. */
  inForce(subject: LockSubject): Lock | undefined {
    const nowMs = this.#parts.now();
    return this.#read().find((lock) => (lock.expiresMs ?? Infinity) > nowMs && isLocked(lock, subject));
  }

  /** Throws a `LockedOut` where a lock is in force. */
  require(subject: LockSubject): void {
    const lock = this.inForce(subject);
    if (lock) throw new LockedOut(lock);
  }

  #read(): readonly Lock[] {
    const { db, documents } = this.#parts.stores;
    const revision = dataRevision(db, 'access');
    if (revision !== this.#revision) {
      this.#locks = documents.list('lock').map(({ document }) => toLock(document));
      this.#revision = revision;
    }
    return this.#locks;
  }
}
