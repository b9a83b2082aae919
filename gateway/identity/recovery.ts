import type { Audit } from '../audit/audit.ts';
import type { Stores } from '../store/stores.ts';
import type { Attempts } from './attempts.ts';
import { LOCKED } from './credentials.ts';
import { newRecoveryCodes, normalRecoveryCode } from './recoveryCodes.ts';
import type { UserTokens } from './userTokens.ts';

type Parts = { stores: Stores; audit: Audit; attempts: Attempts; userTokens: UserTokens; now: () => number };

/** Codes that open an account whose password or second factor is lost (http-auth §7.4). */
export class Recovery {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Fresh codes, shown this once; earlier ones are void. Call it inside the transaction of what they are given for. */
  issue(user: string): { codes: string[]; created: string } {
    const { stores, audit, now } = this.#parts;
    const codes = newRecoveryCodes();
    const createdMs = now();
    stores.recoveryCodes.replace(user, codes, createdMs);
    audit.emit('recovery_code.generated', { user });
    return { codes, created: new Date(createdMs).toISOString() };
  }

  /**
   * Takes a code once and gives the id of a reset link; undefined for every reason not to. Failures count towards the
   * lock-out, and cost the same whether there is such a user, such a code, or a lock.
   */
  accept(user: string, typed: string): string | undefined {
    const { stores, audit, attempts, userTokens } = this.#parts;
    const judged = attempts.begin(user);
    return stores.db.transaction(() => {
      const right = judged && stores.recoveryCodes.use(user, normalRecoveryCode(typed));
      if (!right) {
        const error = judged ? 'invalid recovery code' : LOCKED;
        audit.emit('recovery_code.used', { code: 'T1009W', user, success: false, error });
        return undefined;
      }
      attempts.succeeded(user);
      audit.emit('recovery_code.used', { code: 'T1009I', user, success: true });
      return userTokens.issueRecoveryLink(user).id;
    });
  }
}
