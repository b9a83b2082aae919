// The caller's own password, and proofs of the caller's identity (http-auth §7.5, §7.6, §8.3, §8.4).
import { LOCKOUT_FAILURES, LOCKOUT_MEMORY_MS, WRONG_PASSWORD } from '../../src/wire/constants.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, denied } from '../http/failures.ts';
import { LOCKED, NO_FACTOR_GIVEN, WRONG_PASSWORD_OR_CODE } from '../identity/credentials.ts';
import { ExpiringMap } from '../identity/expiringMap.ts';
import { checkPasswordLength, checkPasswordStrength, hashPassword } from '../identity/passwords.ts';
import { isEnforced } from '../identity/secondFactor.ts';
import { OK, type Api } from './api.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'credentials' | 'userTokens' | 'sessions' | 'config' | 'now'>;

/** Limit of sign-ins whose wrong passwords are counted. */
const COUNTED_MAX = 10_000;

/** The second factor in a request. */
type Factor = { kind: 'none' } | { kind: 'code'; code: string } | { kind: 'key'; answer: JsonObject };

export function accountRoutes(api: Api, gateway: Parts): void {
  const { stores, audit, credentials, userTokens, sessions, config, now } = gateway;
  const hasDevice = (user: string) => stores.devices.of(user).length > 0;

  /** If both are given, the answer does not reveal whether the password or the second factor was wrong. */
  const requireBoth = async (user: string, password: Uint8Array, factor: Factor): Promise<void> => {
    const verdict = await credentials.password(user, password, { user });
    if (verdict === 'locked') throw denied(LOCKED);
    if (verdict === 'wrong') throw denied(REFUSALS[factor.kind]);
    if (factor.kind === 'none') return;
    const found =
      factor.kind === 'code' ? credentials.code(user, factor.code) : await credentials.assertion(user, factor.answer);
    if (!found.ok) throw denied(found.why === 'locked' ? found.reason : REFUSALS[factor.kind]);
  };

  api.on('PUT', 'users/password', 'session', async ({ caller, body }) => {
    const sent = await body();
    const [old, next] = [sent.bytes('old_password'), sent.bytes('new_password')];
    const { name } = caller.user;
    const { secondFactor, passwordMin } = config.get().auth;
    checkPasswordLength(next);
    checkPasswordStrength(next, name, passwordMin);
    const factor: Factor = secondFactor === 'off' ? { kind: 'none' } : toFactor(sent, 'second_factor_token');
    if (factor.kind === 'none') {
      if (isEnforced(secondFactor)) throw denied('missing second factor');
      if (secondFactor === 'optional' && hasDevice(name)) throw denied(NO_FACTOR_GIVEN);
    }
    await requireBoth(name, old, factor);
    const hash = await hashPassword(next, { user: name });
    stores.db.transaction(() => {
      sessions.recheckAdmitted(caller); // a reset may have happened while the passwords were being hashed
      stores.users.setPasswordHash(name, hash);
      sessions.endAllOf(name, caller.session.loginId, 'You were signed out: the password was changed elsewhere.');
      audit.emit('user.password_change', { user: name });
    });
    return OK;
  });

  api.on('POST', 'mfa/authenticatechallenge', 'session', ({ caller }) => credentials.challenge(caller.user.name));

  /** Wrong passwords by sign-in, because others can lock a user out from elsewhere. */
  const failures = new ExpiringMap<number>({ ttlMs: LOCKOUT_MEMORY_MS, capacity: COUNTED_MAX, now });

  // A lock-out by this session also ends it: its user does not know the password (http-auth §7.6).
  api.on('POST', 'mfa/authenticatechallenge/password', 'session', async ({ caller, reply, body }) => {
    const sent = await body();
    const { user, session } = caller;
    const { name } = user;
    const verdict = await credentials.password(name, Buffer.from(sent.text('pass')), { user: name });
    const failed = failures.get(session.loginId) ?? 0;
    if (verdict === 'wrong') {
      failures.set(session.loginId, failed + 1);
      throw badRequest(WRONG_PASSWORD);
    }
    if (verdict === 'locked') {
      if (failed >= LOCKOUT_FAILURES) sessions.end(caller, reply);
      throw denied(LOCKED);
    }
    failures.delete(session.loginId);
    return credentials.challenge(name);
  });

  api.on('POST', 'users/privilege/token', 'session', async ({ caller, body }) => {
    const factor = toFactor(await body(), 'secondFactorToken');
    const { name } = caller.user;
    if (config.get().auth.secondFactor === 'off') throw denied('second factor must be enabled');
    if (factor.kind === 'none') {
      if (hasDevice(name)) throw badRequest('second factor authentication required');
      return userTokens.issuePrivilege(name, 'privilege_exception').id;
    }
    if (factor.kind === 'code') {
      const found = credentials.code(name, factor.code);
      if (!found.ok) throw found.why === 'locked' ? denied(found.reason) : CODE_REFUSALS[found.why]();
    } else {
      const found = await credentials.assertion(name, factor.answer);
      if (!found.ok)
        throw denied(found.why === 'locked' ? found.reason : `MFA response validation failed: ${found.reason}`);
      sessions.recheckAdmitted(caller);
    }
    return userTokens.issuePrivilege(name, 'privilege').id;
  });
}

/** A code has priority. */
function toFactor(sent: JsonObject, codeKey: string): Factor {
  const code = sent.text(codeKey);
  if (code !== '') return { kind: 'code', code };
  const answer = sent.object('webauthnAssertionResponse');
  return answer ? { kind: 'key', answer } : { kind: 'none' };
}

const REFUSALS: Record<Factor['kind'], string> = {
  none: WRONG_PASSWORD,
  code: WRONG_PASSWORD_OR_CODE,
  key: 'invalid Webauthn response',
};

const CODE_REFUSALS = {
  wrong: () => denied('invalid totp token'),
  used: () => badRequest('previously used totp token'),
};
