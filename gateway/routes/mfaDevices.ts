// Second factors of an account: list, add, remove (http-auth §8).
import { INVALID_TOKEN } from '../../src/wire/constants.ts';
import type { DeviceJson, DeviceUsage, RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import { deviceFields, deviceType } from '../audit/deviceFields.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, denied, notFound } from '../http/failures.ts';
import type { Proof } from '../identity/enrolment.ts';
import { checkRemoval } from '../identity/lastDevice.ts';
import type { Device } from '../store/devices.ts';
import { replacesDevices, type UserToken, type UserTokenKind } from '../store/userTokens.ts';
import { OK, type Api } from './api.ts';

type Parts = Pick<
  Gateway,
  'stores' | 'audit' | 'userTokens' | 'enrolment' | 'webauthn' | 'sessions' | 'locks' | 'config'
>;

export function mfaDeviceRoutes(api: Api, gateway: Parts): void {
  const { stores, audit, userTokens, enrolment, webauthn, sessions, locks, config } = gateway;

  const requireToken = (id: string, ...kinds: UserTokenKind[]): UserToken => {
    const token = userTokens.find(id, ...kinds);
    if (!token) throw denied(INVALID_TOKEN);
    // This kind was issued without a proof to a user without devices: it adds only the first.
    const spent = token.kind === 'privilege_exception' && stores.devices.of(token.user).length > 0;
    if (spent) throw denied(INVALID_TOKEN);
    // Two of the routes require no sign-in, which a lock would refuse.
    const isPrivilege = token.kind === 'privilege' || token.kind === 'privilege_exception';
    if (isPrivilege) locks.require({ user: token.user, roles: stores.users.find(token.user)?.roles ?? [] });
    return token;
  };

  api.on('GET', 'mfa/devices', 'session', ({ caller }) => stores.devices.of(caller.user.name).map(toDeviceJson));

  api.on('POST', 'mfa/devices', 'session', async ({ caller, body }) => {
    const sent = await body();
    const tokenId = sent.text('tokenId');
    const proof = toProof(sent);
    const token = requireToken(tokenId, 'privilege', 'privilege_exception');
    if (token.user !== caller.user.name) throw denied(INVALID_TOKEN);
    const device = await enrolment.verify(token, sent.text('deviceName'), proof);
    stores.db.transaction(() => {
      sessions.recheckAdmitted(caller); // both may have ended in the meantime
      requireToken(tokenId, token.kind);
      enrolment.add(device);
      stores.userTokens.setTotpSecret(tokenId, undefined);
    });
    return OK;
  });

  api.on('POST', 'mfa/token/:token/registerchallenge', 'public', async ({ param, body }) => {
    const tokenId = param('token');
    const kinds = ['privilege', 'privilege_exception', 'password', 'invite'] as const;
    requireToken(tokenId, ...kinds); // before the body: an unauthorized caller's body is not read
    const sent = await body();
    const type = sent.text('deviceType');
    if (type !== 'totp' && type !== 'webauthn') throw badRequest(`MFA device type "${type}" unsupported`);
    const usage = usageOf(sent);
    const token = requireToken(tokenId, ...kinds);
    const challenge: RegisterChallengeJson =
      type === 'totp'
        ? { webauthn: null, totp: await enrolment.newApp(tokenId, token) }
        : { webauthn: webauthn.registrationChallenge(token.user, usage, replacesDevices(token)), totp: null };
    return challenge;
  });

  api.on('DELETE', 'mfa/token/:token/devices/:name', 'public', ({ param }) => {
    const { user } = requireToken(param('token'), 'privilege');
    const nameOrId = param('name');
    stores.db.transaction(() => {
      const devices = stores.devices.of(user);
      const device = devices.find(({ name, id }) => name === nameOrId || id === nameOrId);
      if (!device) throw notFound(`MFA device ${JSON.stringify(nameOrId)} does not exist`);
      // Users of an identity provider need none: the provider signs them in, and passkeys do not.
      const { authType, roles = [] } = stores.users.find(user) ?? {};
      const hasPassword = authType !== 'local' || stores.users.passwordHash(user) !== undefined;
      const isLocked = ({ id }: Device) => locks.inForce({ user, roles, mfaDevice: id }) !== undefined;
      checkRemoval(device, devices, { mode: config.get().auth.secondFactor, hasPassword, isLocked });
      stores.devices.delete(device.id);
      audit.emit('mfa.delete', { user, ...deviceFields(device) });
    });
    return OK;
  });

  // For the recovery tokens of hosted clusters. Here a recovery code gives a reset link, so no token is valid
  // (http-auth §7.4).
  const noRecoveryToken = () => {
    throw denied(INVALID_TOKEN);
  };
  api.on('GET', 'mfa/token/:token/devices', 'public', noRecoveryToken);
  api.on('POST', 'mfa/token/:token/authenticatechallenge', 'public', noRecoveryToken);
}

const toDeviceJson = (device: Device): DeviceJson => ({
  id: device.id,
  name: device.name,
  type: deviceType(device),
  lastUsed: new Date(device.usedMs).toISOString(),
  addedAt: new Date(device.addedMs).toISOString(),
  residentKey: device.kind === 'webauthn' && device.passkey,
});

/** A code has priority (http-auth §8.6). */
function toProof(sent: JsonObject): Proof {
  const usage = usageOf(sent);
  const code = sent.text('secondFactorToken');
  if (code !== '') return { code };
  const creation = sent.object('webauthnRegisterResponse');
  if (!creation) throw badRequest('missing new mfa credentials');
  return { creation, usage };
}

function usageOf(sent: JsonObject): DeviceUsage {
  const sentUsage = sent.text('deviceUsage');
  const usage = sentUsage.toLowerCase() || 'mfa';
  if (usage !== 'mfa' && usage !== 'passwordless') throw badRequest(`device usage "${sentUsage}" unsupported`);
  return usage;
}
