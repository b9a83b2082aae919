import type { Dispose } from '../../src/lib/disposables.ts';
import { dataRevision, onDataChange } from '../store/dataRevision.ts';
import { runEach } from '../store/runEach.ts';
import type { Stores } from '../store/stores.ts';
import { isLocked, toLock, type Lock, type LockSubject } from './lock.ts';
import { LockedOut } from './refusals.ts';

type Parts = { stores: Pick<Stores, 'db' | 'documents'>; now: () => number };

/**
 * The only module that decides who is locked out. Locks apply independent of the roles. Their expiry is checked at each
 * call.
 */
export class Locks {
  #parts: Parts;
  #revision: string | undefined;
  #locks: readonly Lock[] = [];
  #listeners = new Set<() => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { db } = parts.stores;
    onDataChange(db, 'access', () => this.recheck());
  }

  /** Has all open sessions checked again, as after a change. */
  recheck(): void {
    runEach(this.#listeners, (run) => run(), this.#parts.stores.db.report);
  }

  /**
   * Runs after a possible change of who is locked out: a lock was written, or a user's roles changed in any way. Code
   * with open sessions checks them again.
   */
  onChange(run: () => void): Dispose {
    this.#listeners.add(run);
    return () => void this.#listeners.delete(run);
  }

  /** The first effective lock for the subject. */
  inForce(subject: LockSubject): Lock | undefined {
    const nowMs = this.#parts.now();
    return this.#read().find((lock) => (lock.expiresMs ?? Infinity) > nowMs && isLocked(lock, subject));
  }

  /** Throws a `LockedOut` if a lock applies. */
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
