// Invitations and resets: issue, show, complete (http-auth §7.1–7.3).
import type { SecondFactor } from '../../src/wire/config.ts';
import { ZERO_TIME } from '../../src/wire/http.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, denied, notFound } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import type { Proof } from '../identity/enrolment.ts';
import { checkPasswordLength, checkPasswordStrength, hashPassword } from '../identity/passwords.ts';
import { givesRecoveryCodes, isEnforced } from '../identity/secondFactor.ts';
import type { User } from '../store/users.ts';
import type { UserToken } from '../store/userTokens.ts';
import type { Api } from './api.ts';

type Parts = Pick<
  Gateway,
  'stores' | 'userTokens' | 'webauthn' | 'enrolment' | 'recovery' | 'sessions' | 'config' | 'now'
>;

export function passwordTokenRoutes(api: Api, gateway: Parts): void {
  const { stores, userTokens, webauthn, enrolment, recovery, sessions, config, now } = gateway;

  api.on('POST', 'users/password/token', 'session', async ({ caller, body }) => {
    const sent = await body();
    const name = sent.text('name');
    requireRule(caller, 'user', 'update');
    if (name === '') throw badRequest("user name can't be empty");
    const kind = sent.text('type') || 'password';
    if (kind !== 'invite' && kind !== 'password') throw badRequest('invalid reset password token request type');
    // It would end the session of the administrator who waits for the link.
    if (name === caller.user.name) throw badRequest('cannot reset own user account');
    if (!stores.users.find(name)) throw notFound(`user "${name}" is not found`);
    const { id, expires } = userTokens.issueLink(name, kind, caller.user.name);
    return { tokenId: id, user: name, expiry: expires };
  });

  api.on('GET', 'users/password/token/:token', 'public', async ({ param }) => {
    const tokenId = param('token');
    const token = userTokens.find(tokenId, 'invite', 'password');
    if (!token) throw denied('bad or expired token');
    return { tokenId, user: token.user, ...(await enrolment.newApp(tokenId, token)), expiry: ZERO_TIME };
  });

  api.on('PUT', 'users/password/token', 'csrf', async ({ request, reply, body }) => {
    const sent = await body();
    const tokenId = sent.text('token');
    const password = sent.bytes('password');
    const { auth } = config.get();
    if (!auth.local) throw denied('local auth disabled');
    const passwordless = password.length === 0 && webauthn.takesPasskeys();
    if (!passwordless) checkPasswordLength(password);
    else if (!sent.object('webauthnCreationResponse')) throw badRequest('passwordless: missing webauthn credentials');
    if (tokenId === '') throw badRequest('missing parameter token');
    const token = liveToken(stores.userTokens.find(tokenId), tokenId, now());
    requireLocal(stores.users.find(token.user));
    if (!passwordless) checkPasswordStrength(password, token.user, auth.passwordMin);
    const proof = toProof(sent, passwordless, auth.secondFactor);
    if (!proof && isEnforced(auth.secondFactor)) {
      throw badRequest(`no second factor sent during user "${token.user}" password reset`);
    }
    const device = proof && (await enrolment.verify(token, nameOf(sent, proof), proof));
    const hash = passwordless ? undefined : await hashPassword(password, { user: token.user });
    return stores.db.transaction(() => {
      const user = stores.users.find(token.user);
      // Another request may have completed the same link while the password was being hashed.
      if (!user || !stores.userTokens.find(tokenId)) throw unknownToken(tokenId);
      stores.users.setPasswordHash(user.name, hash);
      // Sign-ins and devices that were added since the link was issued do not belong to the user who opened it.
      sessions.endAllOf(user.name, undefined, 'You were signed out: the account was reset.');
      stores.devices.deleteOf(user.name);
      stores.userTokens.deleteOf(user.name);
      stores.recoveryCodes.deleteOf(user.name);
      stores.lockouts.delete(user.name);
      if (device) enrolment.add(device);
      const getsCodes = device && givesRecoveryCodes(auth);
      sessions.open(user, request, reply, { method: 'link' });
      return { recovery: getsCodes ? recovery.issue(user.name) : {} };
    });
  });
}

/** For an account of an identity provider, a link resets second factors, but it must not bypass the provider. */
function requireLocal(user: User | undefined): void {
  if (!user || user.authType === 'local') return;
  throw badRequest(`user "${user.name}" signs in with ${user.authType} and has no password`);
}

function liveToken(token: UserToken | undefined, id: string, nowMs: number): UserToken {
  if (!token) throw unknownToken(id);
  if (token.expiresMs <= nowMs) throw badRequest('expired token');
  if (token.kind !== 'invite' && token.kind !== 'password') throw badRequest('invalid token');
  return token;
}

/** Only the end of the id is shown (http-auth §7.3). */
function unknownToken(id: string) {
  const hidden = Math.floor(id.length * 0.75);
  return notFound(`user token(${'*'.repeat(hidden)}${id.slice(hidden)}) not found`);
}

/**
 * The second factor that comes with the password. undefined if none is given or allowed. A key has priority
 * (http-auth §7.3).
 */
function toProof(sent: JsonObject, passwordless: boolean, mode: SecondFactor): Proof | undefined {
  if (mode === 'off') return undefined;
  const creation = sent.object('webauthnCreationResponse');
  if (creation) return { creation, usage: passwordless ? 'passwordless' : 'mfa' };
  const code = sent.text('second_factor_token');
  return code === '' ? undefined : { code };
}

const nameOf = (sent: JsonObject, proof: Proof): string =>
  sent.text('deviceName') || ('creation' in proof ? 'webauthn' : 'otp');
