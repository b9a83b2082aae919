// The caller's own password, devices and proofs (http-auth §7.5, §7.6, §8).
import type { Gateway } from '../gateway.ts';
import { badRequest, denied } from '../http/failures.ts';
import { checkNewPassword, hashPassword } from '../identity/passwords.ts';
import { authnChallenge, isEnforced } from '../identity/secondFactor.ts';
import { OK, type Api } from './api.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'credentials' | 'userTokens' | 'sessions' | 'config'>;

const LOCKED = 'too many incorrect attempts, please try again later';
const WRONG_PASSWORD = 'invalid username or password';

export function accountRoutes(api: Api, { stores, audit, credentials, userTokens, sessions, config }: Parts): void {
  /** Takes a code or says what is wrong with it, in the wire's words. */
  const requireCode = (user: string, code: string): void => {
    const verdict = credentials.code(user, code);
    if (verdict.ok) return;
    if (verdict.why === 'locked') throw denied(LOCKED);
    throw verdict.why === 'used' ? badRequest('previously used totp token') : denied('invalid totp token');
  };

  api.on('PUT', 'users/password', 'session', async ({ caller, body }) => {
    const sent = await body();
    const [old, next] = [sent.bytes('old_password'), sent.bytes('new_password')];
    const code = sent.text('second_factor_token');
    const { name } = caller.user;
    const { secondFactor } = config.get().auth;
    checkNewPassword(next);
    const wantsCode = isEnforced(secondFactor) || (secondFactor === 'optional' && stores.devices.of(name).length > 0);
    if (wantsCode && code === '') throw denied('missing second factor');
    const verdict = await credentials.password(name, old);
    if (verdict !== 'right') throw denied(verdict === 'locked' ? LOCKED : WRONG_PASSWORD);
    if (wantsCode) requireCode(name, code);
    const hash = await hashPassword(next);
    stores.db.transaction(() => {
      stores.users.setPasswordHash(name, hash);
      audit.emit('user.password_change', { user: name });
    });
    return OK;
  });

  api.on('POST', 'mfa/authenticatechallenge', 'session', ({ caller }) =>
    authnChallenge(stores.devices.of(caller.user.name), config.get().auth.secondFactor),
  );

  // A lock-out here ends the session too: somebody sits at it who does not know the password (§7.6).
  api.on('POST', 'mfa/authenticatechallenge/password', 'session', async ({ caller, reply, body }) => {
    const sent = await body();
    const { name } = caller.user;
    const verdict = await credentials.password(name, Buffer.from(sent.text('pass')));
    if (verdict === 'wrong') throw badRequest(WRONG_PASSWORD);
    if (verdict === 'locked') {
      sessions.end(caller, reply);
      throw denied(LOCKED);
    }
    return authnChallenge(stores.devices.of(name), config.get().auth.secondFactor);
  });

  api.on('GET', 'mfa/devices', 'session', ({ caller }) =>
    stores.devices.of(caller.user.name).map((device) => ({
      id: device.id,
      name: device.name,
      type: 'TOTP',
      lastUsed: new Date(device.usedMs).toISOString(),
      addedAt: new Date(device.addedMs).toISOString(),
    })),
  );

  api.on('POST', 'users/privilege/token', 'session', async ({ caller, body }) => {
    const sent = await body();
    const { name } = caller.user;
    if (config.get().auth.secondFactor === 'off') throw denied('second factor must be enabled');
    if (sent.object('webauthnAssertionResponse')) throw denied('invalid Webauthn response'); // nobody has a key yet
    const code = sent.text('secondFactorToken');
    if (code !== '') requireCode(name, code);
    else if (stores.devices.of(name).length > 0) throw badRequest('second factor authentication required');
    return userTokens.issuePrivilege(name, code === '' ? 'privilege_exception' : 'privilege').id;
  });
}
