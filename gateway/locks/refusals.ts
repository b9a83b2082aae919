import { LOCKED_OUT } from '../../src/wire/http.ts';
import { ApiFailure } from '../http/failures.ts';
import { lockDocument, lockText, type Lock } from './lock.ts';

/** Somebody who has proved who they are, and is kept out all the same. A sign-in tells no more than that it failed. */
export class NotAdmitted extends ApiFailure {
  /** For the audit log. */
  readonly reason: string;

  constructor(reason: string, message = reason, fields?: ApiFailure['fields']) {
    super(403, message, fields);
    this.reason = reason;
  }
}

/**
 * Calls of somebody who is locked out, in the wire's words (http-resources §0). Message and end of the lock, and whether
 * it is on the device that was used, are fields of our own: only for a caller who has proved to be that user, with a
 * session or with right credentials.
 */
export class LockedOut extends NotAdmitted {
  constructor({ message, expiresMs, ...lock }: Lock) {
    const ends = expiresMs === undefined ? {} : { expires: new Date(expiresMs).toISOString() };
    const device = lock.targets.mfa_device === undefined ? {} : { device: true };
    super(lockText({ ...lock, message }), 'access denied', { [LOCKED_OUT]: { message, ...ends, ...device } });
  }
}

/** What a websocket is refused with before it opens: it names the lock (streams §1.3). */
export const lockInForce = (lock: Lock): ApiFailure =>
  new ApiFailure(403, lockText(lock), { 'lock-in-force': lockDocument(lock) });
