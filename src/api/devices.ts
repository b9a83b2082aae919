import { readDate } from '../wire/http.ts';
import type {
  AssertionJson,
  AuthnChallengeJson,
  CreationJson,
  CreationOptionsJson,
  DeviceJson,
  DeviceUsage,
  RegisterChallengeJson,
  TotpSetup,
} from '../wire/webauthn.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

/** The purpose of a device. `unknown` is a type that this console does not know. */
type DeviceKind = 'authenticator' | 'key' | 'unknown';

export type Device = {
  id: string;
  name: string;
  kind: DeviceKind;
  /** Signs in without a password. Undefined if the server does not send it. */
  isPasskey: boolean | undefined;
  registeredDate: Date;
  lastUsedDate: Date;
};

const KINDS: Readonly<Record<DeviceJson['type'], DeviceKind>> = {
  TOTP: 'authenticator',
  U2F: 'key',
  WebAuthn: 'key',
  unknown: 'unknown',
};

export function toDevice(json: DeviceJson): Device {
  const kind = (KINDS as Partial<typeof KINDS>)[json.type] ?? 'unknown';
  return {
    id: json.id,
    name: json.name,
    kind,
    isPasskey: kind === 'key' ? json.residentKey : false,
    registeredDate: readDate(json.addedAt),
    lastUsedDate: readDate(json.lastUsed),
  };
}

/** The caller's own devices (http-auth §8.1). */
export async function fetchDevices(signal?: AbortSignal): Promise<Device[]> {
  const json = (await call(apiUrl('mfa/devices'), { signal })) as DeviceJson[] | null;
  return (json ?? []).map(toDevice);
}

/**
 * The second factors that the caller can use before a protected action (http-auth §8.4). Clusters from 15 on require
 * the purpose, and refuse the response for another one. Older clusters ignore it.
 */
const challengeFor = (scope: number) => async (): Promise<AuthnChallengeJson> =>
  (await call(apiUrl('mfa/authenticatechallenge'), {
    method: 'POST',
    body: { challenge_scope: scope },
  })) as AuthnChallengeJson;

export const challengeForHeadless = challengeFor(3);
export const challengeForDevices = challengeFor(4);
export const challengeForSession = challengeFor(6);

/** The response to such a challenge. */
export type MfaProof = { kind: 'code'; code: string } | { kind: 'key'; assertion: AssertionJson };

/**
 * The right to change the caller's devices, valid for 5 minutes and for several calls. It replaces an earlier token.
 * Only users without a device need no proof, and they can then only add one (http-auth §8.3).
 */
export async function createPrivilegeToken(proof?: MfaProof): Promise<string> {
  const body =
    proof === undefined
      ? {}
      : proof.kind === 'code'
        ? { secondFactorToken: proof.code }
        : { webauthnAssertionResponse: proof.assertion };
  const token = await call(apiUrl('users/privilege/token'), { method: 'POST', body });
  if (typeof token !== 'string' || token === '') throw new ApiError('The server’s answer has no token', 200);
  return token;
}

const fetchRegisterChallenge = async (
  token: string,
  body: { deviceType: 'totp' | 'webauthn'; deviceUsage: DeviceUsage },
): Promise<RegisterChallengeJson> =>
  (await call(apiUrl('mfa/token/:token/registerchallenge', { token }), {
    method: 'POST',
    body,
  })) as RegisterChallengeJson;

/** A new authenticator secret with its QR code as base64 of a PNG. It invalidates the previous one (http-auth §8.5). */
export async function fetchTotpSetup(token: string): Promise<TotpSetup> {
  const { totp } = await fetchRegisterChallenge(token, { deviceType: 'totp', deviceUsage: 'mfa' });
  if (!totp) throw new ApiError('The server’s answer has no QR code', 200);
  return totp;
}

/** The options for a new key (http-auth §8.5). The token is that of an invite, a reset or a privilege. */
export async function fetchCreationOptions(token: string, usage: DeviceUsage): Promise<CreationOptionsJson> {
  const { webauthn } = await fetchRegisterChallenge(token, { deviceType: 'webauthn', deviceUsage: usage });
  if (!webauthn) throw new ApiError('The server’s answer has no challenge for a key', 200);
  return webauthn.publicKey;
}

/** The proof for a new device: the first code of an authenticator, or a key. */
export type NewCredential =
  { kind: 'code'; code: string } | { kind: 'key'; creation: CreationJson; usage: DeviceUsage };

/** Adds a device with a privilege token (http-auth §8.6). */
export async function addDevice(token: string, deviceName: string, credential: NewCredential): Promise<void> {
  await call(apiUrl('mfa/devices'), {
    method: 'POST',
    body: {
      tokenId: token,
      deviceName,
      ...(credential.kind === 'code'
        ? { secondFactorToken: credential.code }
        : { webauthnRegisterResponse: credential.creation, deviceUsage: credential.usage }),
    },
  });
}

/**
 * Removes a device with a privilege token. The server accepts its name or its id (http-auth §8.7). This uses the id,
 * because a name can contain characters that an address cannot.
 */
export async function removeDevice(token: string, deviceId: string): Promise<void> {
  await call(apiUrl('mfa/token/:token/devices/:deviceId', { token, deviceId }), { method: 'DELETE' });
}
