import { LOCKED_OUT } from '../../src/wire/http.ts';
import { ApiFailure } from '../http/failures.ts';
import { lockDocument, lockText, type Lock } from './lock.ts';

/** A user who is authenticated but refused. A sign-in only reports that it failed. */
export class NotAdmitted extends ApiFailure {
  /** For the audit log. */
  readonly reason: string;

  constructor(reason: string, message = reason, fields?: ApiFailure['fields']) {
    super(403, message, fields);
    this.reason = reason;
  }
}

/**
 * A call of a locked user, with the wire's text (http-resources §0). Extension fields contain the message and the
 * expiry of the lock, and whether it is on the used device. They are only for a caller who is authenticated as that
 * user, with a session or with valid credentials.
 */
export class LockedOut extends NotAdmitted {
  constructor({ message, expiresMs, ...lock }: Lock) {
    const ends = expiresMs === undefined ? {} : { expires: new Date(expiresMs).toISOString() };
    const device = lock.targets.mfa_device === undefined ? {} : { device: true };
    super(lockText({ ...lock, message }), 'access denied', { [LOCKED_OUT]: { message, ...ends, ...device } });
  }
}

/** The refusal of a websocket before it opens. It names the lock (streams §1.3). */
export const lockInForce = (lock: Lock): ApiFailure =>
  new ApiFailure(403, lockText(lock), { 'lock-in-force': lockDocument(lock) });
