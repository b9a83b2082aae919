import { WRONG_PASSWORD } from '../../src/wire/constants.ts';
import { utf8 } from '../../src/lib/encoding.ts';
import type { SecondFactor } from '../../src/wire/config.ts';
import type { AuthnChallengeJson } from '../../src/wire/webauthn.ts';
import type { JsonObject } from '../http/body.ts';
import { lockText } from '../locks/lock.ts';
import type { Locks } from '../locks/Locks.ts';
import type { Device } from '../store/devices.ts';
import type { Stores } from '../store/stores.ts';
import type { User } from '../store/users.ts';
import type { Attempts } from './attempts.ts';
import { verifyPassword, type HashOwner } from './passwords.ts';
import { allowsCodes } from './secondFactor.ts';
import { stepOfCode } from './totp.ts';
import { readAssertion } from './webauthn/answers.ts';
import type { KeyVerdict, WebAuthn } from './webauthn/WebAuthn.ts';

/** The wire's text for a lock-out. */
export const LOCKED = 'too many incorrect attempts, please try again later';
export const WRONG_PASSWORD_OR_CODE = 'invalid username, password or second factor';
export const NO_FACTOR_GIVEN = 'missing second factor authentication';

/** Why a user was refused: for the audit log, never for the client. */
type Refusal =
  | "missing parameter 'username'"
  | typeof LOCKED
  | typeof WRONG_PASSWORD
  | typeof WRONG_PASSWORD_OR_CODE
  | typeof NO_FACTOR_GIVEN;

export type SignIn = { ok: true; user: User; device?: Device } | { ok: false; reason: Refusal };

type KeySignIn = { ok: true; user: User; device: Device } | { ok: false; reason: string };

export type CodeVerdict = { ok: true; device: Device } | { ok: false; why: 'wrong' | 'used' };

/**
 * Because of wrong attempts, or of a lock on the device. `reason` is for users who are already signed in, and for logs.
 */
type LockedVerdict = { ok: false; why: 'locked'; reason: string };

type AssertionVerdict = Extract<KeyVerdict, { ok: true }> | LockedVerdict | { ok: false; why: 'wrong'; reason: string };

export type KeyQuestion = {
  kind: 'question';
  challenge: AuthnChallengeJson;
  /** Throws on a malformed answer. */
  judge(answer: JsonObject): Promise<AssertionVerdict>;
};

type Parts = {
  stores: Pick<Stores, 'users' | 'devices'>;
  attempts: Attempts;
  webauthn: WebAuthn;
  locks: Pick<Locks, 'inForce'>;
  mode: () => SecondFactor;
  now: () => number;
};

/**
 * Checks passwords, codes and keys. Every check of a password or a code counts towards the lock-out. It costs the same
 * for a right one, a wrong one, an unknown user and a locked-out user. The answer of a key does not count, because it
 * cannot be guessed: counting would only let others lock its owner out. A lock-out still applies to it.
 */
export class Credentials {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Checks the password, and a code if the setting or the user's devices require one (http-auth §4.1). `address`: of
   * the caller. Here and in `signInWithKey` the caller checks locks on the user and the device.
   */
  async signIn(name: string, password: string, code: string, address: string): Promise<SignIn> {
    const { stores, attempts, mode } = this.#parts;
    if (name === '') return { ok: false, reason: "missing parameter 'username'" };
    const verdict = await this.#judgePassword(name, utf8(password), { address });
    if (verdict === 'locked') return { ok: false, reason: LOCKED };
    const user = stores.users.find(name);
    const factor = wantedFactor(mode(), code, stores.devices.of(name).length > 0);
    if (verdict === 'wrong' || !user) return { ok: false, reason: REASONS[factor] };
    if (factor === 'missing') return { ok: false, reason: NO_FACTOR_GIVEN };
    const found = factor === 'code' ? this.#judgeCode(name, code) : undefined;
    if (found?.ok === false) return { ok: false, reason: WRONG_PASSWORD_OR_CODE };
    attempts.succeeded(name);
    return { ok: true, user, ...(found && { device: found.device }) };
  }

  /**
   * Checks a key's answer to the challenge after the password. If no name is given, the answer is a passkey's, which
   * identifies its user. A lock-out does not stop passkeys: others cannot lock a user out of them. Keys of accounts of
   * an identity provider are second factors only: the provider signs in.
   */
  async signInWithKey(name: string, answer: JsonObject): Promise<KeySignIn> {
    const { stores, webauthn } = this.#parts;
    const check = (answer: JsonObject) => webauthn.checkLogin(name, answer);
    const verdict = await (name === '' ? webauthn.checkPasskey(answer) : this.#judgeKey(name, answer, check));
    if (!verdict.ok) return verdict;
    const user = stores.users.find(verdict.device.user);
    if (user?.authType !== 'local') return { ok: false, reason: 'the account signs in through an identity provider' };
    return { ok: true, user, device: verdict.device };
  }

  /** The factors that the user may answer with. A user without factors gets the empty challenge (http-auth §3.1). */
  challenge(name: string): AuthnChallengeJson {
    const { stores, webauthn, mode } = this.#parts;
    const hasApp = stores.devices.of(name).some(({ kind }) => kind === 'totp');
    return { webauthn_challenge: webauthn.loginChallenge(name), totp_challenge: hasApp && allowsCodes(mode()) };
  }

  /**
   * A question for one session that requires a key. Other questions do not replace it, and it accepts one answer.
   * `otherFactors`: whether a user without a key has another factor. The caller checks locks on the key.
   */
  keyQuestion(name: string): KeyQuestion | { kind: 'no-key'; otherFactors: boolean } {
    const { stores, webauthn } = this.#parts;
    const question = webauthn.question(name);
    if (!question) return { kind: 'no-key', otherFactors: stores.devices.of(name).length > 0 };
    return {
      kind: 'question',
      challenge: { webauthn_challenge: { publicKey: question.options }, totp_challenge: false },
      judge: (answer) => this.#judgeKey(name, answer, (keyAnswer) => question.check(keyAnswer)),
    };
  }

  /** The first of two steps, or the only one for a user who is signed in. `owner`: the requester. */
  async password(name: string, password: Uint8Array, owner: HashOwner): Promise<'right' | 'wrong' | 'locked'> {
    const { stores, attempts } = this.#parts;
    const verdict = await this.#judgePassword(name, password, owner);
    // A user who knows only the password must not be able to reset the count of wrong codes.
    if (verdict === 'right') attempts[stores.devices.of(name).length > 0 ? 'withdraw' : 'succeeded'](name);
    return verdict;
  }

  /** The code of a locked device is refused, even a right one. */
  code(name: string, code: string): CodeVerdict | LockedVerdict {
    const { attempts } = this.#parts;
    if (!attempts.begin(name)) return { ok: false, why: 'locked', reason: LOCKED };
    const verdict = this.#judgeCode(name, code);
    if (!verdict.ok) return verdict;
    const locked = this.#lockOn(name, verdict.device);
    attempts[locked ? 'withdraw' : 'succeeded'](name);
    return locked ?? verdict;
  }

  /** Checks a key's answer to the user's last challenge. A locked key is refused. Throws on a malformed answer. */
  async assertion(name: string, answer: JsonObject): Promise<AssertionVerdict> {
    return this.#judgeKey(name, answer, async (keyAnswer) => {
      const verdict = await this.#parts.webauthn.checkLogin(name, keyAnswer);
      return (verdict.ok && this.#lockOn(name, verdict.device)) || verdict;
    });
  }

  async #judgeKey(
    name: string,
    answer: JsonObject,
    check: (answer: JsonObject) => Promise<KeyVerdict | LockedVerdict>,
  ): Promise<AssertionVerdict> {
    const { attempts } = this.#parts;
    readAssertion(answer); // a malformed answer is a bad request for any user
    if (attempts.isLocked(name)) return { ok: false, why: 'locked', reason: LOCKED };
    const verdict = await check(answer);
    if (!verdict.ok) return { why: 'wrong', ...verdict };
    attempts.succeeded(name);
    return verdict;
  }

  #lockOn(name: string, device: Device): LockedVerdict | undefined {
    const { stores, locks } = this.#parts;
    const roles = stores.users.find(name)?.roles ?? [];
    const lock = locks.inForce({ user: name, roles, mfaDevice: device.id });
    return lock && { ok: false, why: 'locked', reason: lockText(lock) };
  }

  async #judgePassword(name: string, password: Uint8Array, owner: HashOwner): Promise<'right' | 'wrong' | 'locked'> {
    const { stores, attempts } = this.#parts;
    const judged = attempts.begin(name);
    const hash = stores.users.passwordHash(name);
    // Verified in every case, so that the timing does not reveal whether the user or a lock exists.
    const right = await verifyPassword(judged ? hash : undefined, password, owner).catch((error: unknown) => {
      if (judged) attempts.withdraw(name); // refused before the check
      throw error;
    });
    if (!judged) return 'locked';
    // A reset may have deleted the password in the meantime.
    return right && stores.users.passwordHash(name) === hash ? 'right' : 'wrong';
  }

  /** A code is accepted once: used periods and earlier ones are refused. */
  #judgeCode(name: string, code: string): CodeVerdict {
    const { stores, mode, now } = this.#parts;
    if (!allowsCodes(mode())) return { ok: false, why: 'wrong' };
    let used = false;
    for (const device of stores.devices.of(name)) {
      if (device.kind !== 'totp') continue;
      const step = stepOfCode(device.secret, code, now());
      if (step === undefined) continue;
      if (stores.devices.use(device.id, step, now())) return { ok: true, device };
      used = true;
    }
    return { ok: false, why: used ? 'used' : 'wrong' };
  }
}

type Factor = 'none' | 'missing' | 'code';

/** The factor that a sign-in needs besides the password. */
function wantedFactor(mode: SecondFactor, code: string, hasDevice: boolean): Factor {
  if (mode === 'off') return 'none';
  if (mode !== 'optional' || code !== '') return 'code';
  return hasDevice ? 'missing' : 'none';
}

const REASONS: Record<Factor, Refusal> = {
  none: WRONG_PASSWORD,
  missing: NO_FACTOR_GIVEN,
  code: WRONG_PASSWORD_OR_CODE,
};
