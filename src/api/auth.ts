import { toBase64, utf8 } from '../lib/encoding.ts';
import { FEATURE_IDLE, type SecondFactor, type AuthProviderJson } from '../wire/config.ts';
import { readTime } from '../wire/http.ts';
import type { DeviceUsage, TotpSetup } from '../wire/webauthn.ts';
import { call, report } from './client.ts';
import { config } from './config.ts';
import type { NewCredential } from './devices.ts';
import { session } from './session.ts';
import { apiUrl } from './urls.ts';

/** For repeated calls, which check whether server and session still exist. */
const BRIEF = { patienceMs: 20_000 };

/** Passwords are sent as padded base64 of their UTF-8 bytes, except at sign-in (http-auth §1.6). */
export const encodePassword = (password: string): string => toBase64(utf8(password));

/**
 * Signs in and stores the bearer token (http-auth §4.1). `code` is empty if no one-time code is required. Every wrong
 * credential is the same 403. A 400 with `hardware_key` in its text means that the key policy forbids the web.
 */
export async function login(credentials: { user: string; password: string; code: string }): Promise<void> {
  const { user, password, code } = credentials;
  const body = { user, pass: password, second_factor_token: code };
  await session.signIn(() => call(apiUrl('sessions/web'), { method: 'POST', body }));
}

/** Ends the web session of `bearer`. The caller clears the store after any response (http-auth §4.4). */
export async function logout(bearer?: string): Promise<void> {
  await call(apiUrl('sessions/web'), { method: 'DELETE', bearer });
}

/**
 * Gets a new bearer token and the absolute end of the session (http-auth §4.5). Rejects with an AbortError during a
 * sign-in.
 */
export async function renewSession(body: { reloadUser?: true } = {}): Promise<void> {
  await session.renew((signal) => call(apiUrl('sessions/web/renew'), { method: 'POST', body, signal, ...BRIEF }));
}

/**
 * Rejects with 403 if the session no longer exists (http-auth §6.1). `idleMs` is only sent to a gateway that supports
 * it.
 */
export async function fetchStatus(idleMs?: number): Promise<void> {
  const idle_ms = config.extensions.includes(FEATURE_IDLE) ? idleMs : undefined;
  await call(apiUrl('user/status', {}, { idle_ms }), BRIEF);
}

export type PasswordToken = TotpSetup & { tokenId: string; user: string };

/**
 * Each call creates a new authenticator secret and invalidates the previous one: call it once per page (http-auth
 * §7.2).
 */
export async function fetchPasswordToken(tokenId: string): Promise<PasswordToken> {
  const json = (await call(apiUrl('users/password/token/:tokenId', { tokenId }))) as Partial<PasswordToken>;
  return { user: '', qrCode: '', ...json, tokenId };
}

export type RecoveryCodes = { codes: readonly string[]; createdDate: Date };
export type AccountReady = { recovery: RecoveryCodes | undefined; privateKeyPolicyEnabled: boolean };
type AccountReadyJson = { recovery?: { codes?: string[]; created?: string } | null; privateKeyPolicyEnabled?: boolean };

/**
 * Completes an invite or reset. The browser is signed in afterwards, unless the key policy forbids it. Without a
 * password the credential must be a passkey (http-auth §7.3).
 */
export async function finishPasswordToken(account: {
  tokenId: string;
  password: string | undefined;
  credential: NewCredential | undefined;
  deviceName: string;
}): Promise<AccountReady> {
  const { tokenId, password, credential, deviceName } = account;
  const json = (await call(apiUrl('users/password/token'), {
    method: 'PUT',
    body: {
      token: tokenId,
      password: password === undefined ? null : encodePassword(password),
      deviceName,
      ...(credential?.kind === 'key'
        ? { webauthnCreationResponse: credential.creation }
        : { second_factor_token: credential?.code ?? '' }),
    },
  })) as AccountReadyJson;
  const createdDate = readTime(json.recovery?.created);
  return {
    recovery: createdDate && { codes: json.recovery?.codes ?? [], createdDate },
    privateKeyPolicyEnabled: json.privateKeyPolicyEnabled ?? false,
  };
}

/** Reports an event before sign-in (http-auth §12.1). */
export const reportBeforeSignIn = (
  event: string,
  username: string,
  data: { mfaType?: SecondFactor; loginFlow?: DeviceUsage } = {},
): void => void report(apiUrl('precapture'), { event, username, ...data });

/** Reports an event of a signed-in user (http-auth §12.2). */
export const reportEvent = (event: string, data: { alert?: string; eventData?: unknown } = {}): void =>
  void report(apiUrl('capture'), { event, ...data });

/**
 * The address that starts the sign-in at a provider and returns to `entry`, an absolute address of the console
 * (http-auth §2.2, §5.1). Everything is escaped: the server converts a bare `+` into a blank.
 */
export const ssoAddress = ({ url, name }: AuthProviderJson, entry: string): string =>
  url.replace(':providerName', () => encodeURIComponent(name)).replace(':redirect', () => encodeURIComponent(entry));

/**
 * Checks whether the server responds and updates `reachability` (http-auth §6.4). Takes at most 5 s and never rejects.
 */
export async function ping(): Promise<void> {
  await call(apiUrl('ping'), { patienceMs: 5000 }).catch(() => undefined);
}
