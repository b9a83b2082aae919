import { ApiFailure } from '../http/failures.ts';
import { lockDocument, lockText, type Lock } from './lock.ts';

/** Calls of somebody who is locked out, in the wire's words, which tell no more (http-resources §0). */
export class LockedOut extends ApiFailure {
  /** For the audit log. */
  readonly reason: string;

  constructor(lock: Lock) {
    super(403, 'access denied');
    this.reason = lockText(lock);
  }
}

/** What a websocket is refused with before it opens: it names the lock (streams §1.3). */
export const lockInForce = (lock: Lock): ApiFailure =>
  new ApiFailure(403, lockText(lock), { 'lock-in-force': lockDocument(lock) });
