// Invitations and resets: issue, look at, complete (http-auth §7.1–7.3).
import { randomUUID } from 'node:crypto';
import { DEVICE_NAME_MAX_BYTES } from '../../src/wire/constants.ts';
import { ZERO_TIME } from '../../src/wire/http.ts';
import type { SecondFactor } from '../../src/wire/config.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, denied, notFound, notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { checkNewPassword, hashPassword } from '../identity/passwords.ts';
import { allowsCodes, allowsKeys, allowsPasskeys, isEnforced } from '../identity/secondFactor.ts';
import { newTotpSecret, stepOfCode, totpQrCode } from '../identity/totp.ts';
import type { Device } from '../store/devices.ts';
import type { UserToken } from '../store/userTokens.ts';
import type { Api } from './api.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'userTokens' | 'sessions' | 'config' | 'now'>;

export function passwordTokenRoutes(api: Api, { stores, audit, userTokens, sessions, config, now }: Parts): void {
  api.on('POST', 'users/password/token', 'session', async ({ caller, body }) => {
    const sent = await body();
    const name = sent.text('name');
    requireRule(caller, 'user', 'update');
    if (name === '') throw badRequest('missing parameter name');
    const kind = sent.text('type') || 'password';
    if (kind !== 'invite' && kind !== 'password') throw badRequest('invalid reset password token request type');
    if (!stores.users.find(name)) throw notFound(`user "${name}" is not found`);
    const { id, expires } = userTokens.issueLink(name, kind, caller.user.name);
    return { tokenId: id, user: name, expiry: expires };
  });

  api.on('GET', 'users/password/token/:token', 'public', async ({ param }) => {
    const tokenId = param('token');
    const token = userTokens.find(tokenId, 'invite', 'password');
    if (!token) throw denied('bad or expired token');
    const secret = newTotpSecret();
    stores.userTokens.setTotpSecret(tokenId, secret);
    const qrCode = await totpQrCode(secret, token.user, config.get().clusterName);
    return { tokenId, user: token.user, qrCode, expiry: ZERO_TIME };
  });

  api.on('PUT', 'users/password/token', 'csrf', async ({ request, reply, body }) => {
    const sent = await body();
    const tokenId = sent.text('token');
    const password = sent.bytes('password');
    const { auth } = config.get();
    if (password.length === 0 && allowsPasskeys(auth)) {
      if (!sent.object('webauthnCreationResponse')) throw badRequest('passwordless: missing webauthn credentials');
      throw notServed(NO_KEYS);
    }
    checkNewPassword(password);
    const token = liveToken(stores.userTokens.find(tokenId), tokenId, now());
    const device = newDevice(sent, token, auth.secondFactor, now());
    const hash = await hashPassword(password);
    return stores.db.transaction(() => {
      const user = stores.users.find(token.user);
      // Another request may have completed the same link while the password was being hashed.
      if (!user || !stores.userTokens.find(tokenId)) throw unknownToken(tokenId);
      stores.users.setPasswordHash(user.name, hash);
      stores.userTokens.deleteOf(user.name);
      stores.lockouts.delete(user.name);
      if (device) {
        stores.devices.add(device);
        audit.emit('mfa.add', {
          user: user.name,
          mfa_device_name: device.name,
          mfa_device_type: 'TOTP',
          mfa_device_uuid: device.id,
        });
      }
      sessions.open(user, request, reply);
      return { recovery: {} };
    });
  });
}

const NO_KEYS = 'hardware keys and passkeys cannot be registered with this gateway yet; use a password and a code';

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

/** The second factor that comes with the password; undefined where none is given and none is needed. */
function newDevice(sent: JsonObject, token: UserToken, mode: SecondFactor, nowMs: number): Device | undefined {
  if (mode === 'off') return undefined;
  const code = sent.text('second_factor_token');
  if (sent.object('webauthnCreationResponse')) {
    throw allowsKeys(mode) ? notServed(NO_KEYS) : badRequest('second factor Webauthn not allowed by cluster');
  }
  if (code === '') {
    if (isEnforced(mode)) throw badRequest(`no second factor sent during user "${token.user}" password reset`);
    return undefined;
  }
  if (!allowsCodes(mode)) throw badRequest('second factor TOTP not allowed by cluster');
  const secret = token.totpSecret ?? '';
  const lastStep = secret === '' ? undefined : stepOfCode(secret, code, nowMs);
  if (lastStep === undefined) {
    throw denied('invalid one time token, please check if the token has expired and try again');
  }
  const name = deviceName(sent.text('deviceName') || 'otp');
  return { id: randomUUID(), user: token.user, name, kind: 'totp', secret, lastStep, addedMs: nowMs, usedMs: nowMs };
}

function deviceName(name: string): string {
  if (Buffer.byteLength(name) > DEVICE_NAME_MAX_BYTES) {
    throw badRequest(`a device name has at most ${DEVICE_NAME_MAX_BYTES} bytes`);
  }
  return name;
}
