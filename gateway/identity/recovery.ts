import { WRONG_PASSWORD } from '../../src/wire/constants.ts';
import type { AuthnChallengeJson } from '../../src/wire/webauthn.ts';
import type { Audit } from '../audit/audit.ts';
import type { RefusedSignIns } from '../audit/RefusedSignIns.ts';
import type { Stores } from '../store/stores.ts';
import type { Attempts } from './attempts.ts';
import type { JsonObject } from '../http/body.ts';
import { LOCKED, type Credentials } from './credentials.ts';
import { newRecoveryCodes, normalRecoveryCode } from './recoveryCodes.ts';
import type { UserTokens } from './userTokens.ts';

type Parts = {
  stores: Stores;
  audit: Audit;
  refusedSignIns: RefusedSignIns;
  attempts: Attempts;
  credentials: Credentials;
  userTokens: UserTokens;
  now: () => number;
};

/** The factor that a user still has after losing the other. */
export type RecoveryProof =
  { kind: 'password'; password: Uint8Array } | { kind: 'code'; code: string } | { kind: 'key'; answer: JsonObject };

/** Codes that open an account whose password or second factor is lost (http-auth §7.4). */
export class Recovery {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** New codes, shown only once. Earlier ones become void. Call it inside the transaction that grants them. */
  issue(user: string): { codes: string[]; created: string } {
    const { stores, audit, now } = this.#parts;
    const codes = newRecoveryCodes();
    const createdMs = now();
    stores.recoveryCodes.replace(user, codes, createdMs);
    audit.emit('recovery_code.generated', { user });
    return { codes, created: new Date(createdMs).toISOString() };
  }

  /** New codes for a user who has just proved a second factor. This uses up the proof. */
  renew(user: string): { codes: string[]; created: string } {
    const { stores } = this.#parts;
    return stores.db.transaction(() => {
      stores.userTokens.deletePrivilegesOf(user);
      return this.issue(user);
    });
  }

  /**
   * The challenge for a key that is proved together with a code, for users who have forgotten their password. undefined
   * for every refusal. A wrong code counts towards the lock-out. A right one stays valid.
   */
  challenge(user: string, typed: string, address: string): AuthnChallengeJson | undefined {
    return this.#judgeCode(user, typed, address) ? this.#parts.credentials.challenge(user) : undefined;
  }

  /**
   * Uses up a code and returns the id of a reset link, or undefined for every refusal. The code replaces the lost one
   * of password and second factor, and the user must prove the other: a found code alone opens nothing. Failures count
   * towards the lock-out. They cost the same whether the user, the code or a lock exists. Throws on a malformed answer
   * of a key.
   */
  async accept(user: string, typed: string, proof: RecoveryProof, address: string): Promise<string | undefined> {
    if (!this.#judgeCode(user, typed, address)) return undefined;
    const { stores, audit, attempts, userTokens } = this.#parts;
    const error = await this.#judgeProof(user, proof, address);
    if (error !== undefined) return this.#refuse(user, error, address);
    return stores.db.transaction(() => {
      if (!stores.recoveryCodes.use(user, normalRecoveryCode(typed))) {
        return this.#refuse(user, WRONG_CODE, address);
      }
      attempts.succeeded(user);
      audit.emit('recovery_code.used', { code: 'T1009I', user, success: true });
      return userTokens.issueRecoveryLink(user).id;
    });
  }

  #judgeCode(user: string, typed: string, address: string): boolean {
    const { stores, attempts } = this.#parts;
    const judged = attempts.begin(user);
    if (judged && stores.recoveryCodes.has(user, normalRecoveryCode(typed))) {
      attempts.withdraw(user); // the additional proof counts by itself
      return true;
    }
    this.#refuse(user, judged ? WRONG_CODE : LOCKED, address);
    return false;
  }

  /** The error of the proof, undefined if it is right. */
  async #judgeProof(user: string, proof: RecoveryProof, address: string): Promise<string | undefined> {
    const { credentials } = this.#parts;
    if (proof.kind === 'password') {
      const verdict = await credentials.password(user, proof.password, { address });
      return verdict === 'right' ? undefined : verdict === 'locked' ? LOCKED : WRONG_PASSWORD;
    }
    const found =
      proof.kind === 'code' ? credentials.code(user, proof.code) : await credentials.assertion(user, proof.answer);
    if (found.ok) return undefined;
    return found.why === 'locked' ? found.reason : 'wrong second factor';
  }

  #refuse(user: string, error: string, address: string): undefined {
    const { refusedSignIns } = this.#parts;
    refusedSignIns.record('recovery_code.used', address, { code: 'T1009W', user, success: false, error });
  }
}

const WRONG_CODE = 'invalid recovery code';
