import { utf8 } from '../../src/lib/encoding.ts';
import type { SecondFactor } from '../../src/wire/config.ts';
import type { Device } from '../store/devices.ts';
import type { Stores } from '../store/stores.ts';
import type { User } from '../store/users.ts';
import type { Attempts } from './attempts.ts';
import { verifyPassword } from './passwords.ts';
import { stepOfCode } from './totp.ts';

/** Why somebody was refused: for the audit log, never for whoever asked. */
type Refusal =
  | "missing parameter 'username'"
  | 'invalid username or password'
  | 'invalid username, password or second factor'
  | 'missing second factor authentication'
  | 'too many incorrect attempts, please try again later';

export type SignIn = { ok: true; user: User; device?: Device } | { ok: false; reason: Refusal };

export type CodeVerdict = { ok: true; device: Device } | { ok: false; why: 'wrong' | 'used' };

type Parts = { stores: Pick<Stores, 'users' | 'devices'>; attempts: Attempts; now: () => number };

/** Judges what people know and have. Every judgement of a password or a code counts towards the lock-out. */
export class Credentials {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Password, and a code where the setting or the user's devices ask for one (http-auth §4.1). */
  async signIn(name: string, password: string, code: string, mode: SecondFactor): Promise<SignIn> {
    const { stores, attempts } = this.#parts;
    if (name === '') return { ok: false, reason: "missing parameter 'username'" };
    const verdict = await this.#judgePassword(name, utf8(password));
    if (verdict === 'locked') return { ok: false, reason: 'too many incorrect attempts, please try again later' };
    const user = stores.users.find(name);
    if (verdict === 'wrong' || !user) {
      const reason = code === '' ? 'invalid username or password' : 'invalid username, password or second factor';
      return { ok: false, reason };
    }
    const wantsCode = mode !== 'off' && (mode !== 'optional' || code !== '' || stores.devices.of(name).length > 0);
    if (!wantsCode) {
      attempts.succeeded(name);
      return { ok: true, user };
    }
    if (code === '') return { ok: false, reason: 'missing second factor authentication' };
    const found = this.#judgeCode(name, code);
    if (!found.ok) return { ok: false, reason: 'invalid username, password or second factor' };
    attempts.succeeded(name);
    return { ok: true, user, device: found.device };
  }

  /** For somebody whose name is known anyway. */
  async password(name: string, password: Uint8Array): Promise<'right' | 'wrong' | 'locked'> {
    const { stores, attempts } = this.#parts;
    const verdict = await this.#judgePassword(name, password);
    // Whoever knows the password alone must not be able to wipe out the count of wrong codes.
    if (verdict === 'right') attempts[stores.devices.of(name).length > 0 ? 'withdraw' : 'succeeded'](name);
    return verdict;
  }

  code(name: string, code: string): CodeVerdict | { ok: false; why: 'locked' } {
    if (!this.#parts.attempts.begin(name)) return { ok: false, why: 'locked' };
    const verdict = this.#judgeCode(name, code);
    if (verdict.ok) this.#parts.attempts.succeeded(name);
    return verdict;
  }

  async #judgePassword(name: string, password: Uint8Array): Promise<'right' | 'wrong' | 'locked'> {
    const { stores, attempts } = this.#parts;
    const known = stores.users.find(name) !== undefined;
    const judged = known ? attempts.begin(name) : true;
    // Verified in every case, so that time does not tell whether there is such a user or a lock.
    const right = await verifyPassword(known && judged ? stores.users.passwordHash(name) : undefined, password);
    if (!judged) return 'locked';
    return right ? 'right' : 'wrong';
  }

  /** A code is accepted once: periods that were used, and those before, are over. */
  #judgeCode(name: string, code: string): CodeVerdict {
    const { stores, now } = this.#parts;
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
