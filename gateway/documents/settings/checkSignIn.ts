// Checks sign-in settings (resource-specs §15), and prevents that their author is locked out.
import { at, textAt } from '../../../src/lib/json.ts';
import { faultAt, type DocumentFault } from '../../../src/wire/documentFault.ts';
import type { GatewayConfig } from '../../config/settings.ts';
import type { Gateway } from '../../gateway.ts';
import { badDocument } from '../../http/failures.ts';
import type { Caller } from '../../identity/caller.ts';
import { allowsCodes, allowsKeys, allowsPasskeys, isEnforced } from '../../identity/secondFactor.ts';
import { findMethod } from '../../identity/sso/signInMethod.ts';
import { rpIdOf } from '../../identity/webauthn/rpId.ts';
import { AUTH_SHAPE, factorOf, rpIdIn, wayOf } from './authPreference.ts';

type Parts = Pick<Gateway, 'settings' | 'stores' | 'config'>;

/** `next`: the new effective settings. */
export function checkSignIn(document: unknown, next: GatewayConfig, caller: Caller, parts: Parts): void {
  const fault =
    unknownWord(document) ??
    withoutKeys(document, next, parts) ??
    unknownMethod(document, parts) ??
    locksEveryoneOut(next, parts) ??
    writerShutOut(next, caller, parts);
  if (fault !== undefined) throw badDocument(fault);
}

const TYPES = ['local', 'oidc', 'github'];
const LOCK_MODES = ['', 'best_effort', 'strict'];

function unknownWord(document: unknown): DocumentFault | undefined {
  const { type, second_factor, locking_mode } = AUTH_SHAPE.read(document).spec;
  if (type === 'saml')
    return 'spec.type: this gateway does not support SAML. Most providers also support OpenID Connect';
  if (type !== '' && !TYPES.includes(type))
    return faultAt(`authentication type "${type}" not supported`, 'spec', 'type');
  if (second_factor !== '' && factorOf(second_factor) === undefined) {
    return faultAt(`second factor type "${second_factor}" not supported`, 'spec', 'second_factor');
  }
  if (!LOCK_MODES.includes(locking_mode))
    return faultAt(`invalid locking mode "${locking_mode}"`, 'spec', 'locking_mode');
  const mfa = at(document, 'spec', 'require_session_mfa');
  if (typeof mfa === 'string' && mfa.startsWith('hardware_key')) {
    return 'spec.require_session_mfa: this gateway does not support hardware key policies. Use true or false';
  }
  return undefined;
}

function withoutKeys(document: unknown, { auth }: GatewayConfig, { settings }: Parts): DocumentFault | undefined {
  const { allow_passwordless, allow_headless } = AUTH_SHAPE.read(document).spec;
  const rpId = rpIdOf(settings.publicUrl);
  const sentRpId = rpIdIn(document);
  if (sentRpId !== '' && sentRpId !== rpId) {
    return `spec.webauthn.rp_id: keys are tied to the host of the console's address${rpId === undefined ? '' : `, ${rpId}`}. Remove it`;
  }
  if (allowsKeys(auth.secondFactor)) {
    if (rpId !== undefined || auth.secondFactor !== 'webauthn') return undefined;
    return `spec.second_factor: hardware keys do not work at ${settings.publicUrl}: browsers tie them to a host name. Set public_url to an address with a name`;
  }
  const missing = (label: string) =>
    faultAt(`missing required Webauthn configuration for ${label}=true`, 'spec', `allow_${label}`);
  if (allow_passwordless) return missing('passwordless');
  return allow_headless ? missing('headless') : undefined;
}

function unknownMethod(document: unknown, parts: Parts): string | undefined {
  const { spec } = AUTH_SHAPE.read(document);
  const name = wayOf(spec);
  if (name === '') {
    return spec.type === '' ? undefined : `spec.connector_name is missing: which ${spec.type} connector comes first`;
  }
  const method = findMethod(parts, name);
  if (!method) return `spec.connector_name: there is no connector "${name}"`;
  const type = spec.type || method.type;
  return method.type === type ? undefined : `spec.connector_name: "${name}" is not a connector of type ${type}`;
}

/**
 * Whether no user can sign in, through a password of this cluster or a provider, now or when all connectors have
 * expired.
 */
export const hasNoWayIn = ({ auth }: GatewayConfig, { stores }: Pick<Parts, 'stores'>): boolean =>
  !auth.local && stores.connectors.list().every(({ document }) => textAt(document, 'metadata', 'expires') !== '');

const locksEveryoneOut = (next: GatewayConfig, parts: Parts): string | undefined =>
  hasNoWayIn(next, parts)
    ? 'spec.allow_local_auth: there is no connector without metadata.expires, so users could no longer sign in'
    : undefined;

/** Users without the required factor or password cannot sign in. The author of the setting must not be one of them. */
function writerShutOut({ auth }: GatewayConfig, { user }: Caller, { stores }: Parts): string | undefined {
  if (user.authType !== 'local') return undefined;
  if (!auth.local) {
    return 'spec.allow_local_auth: you signed in with an account of this cluster and could not sign in again. Sign in through a provider first';
  }
  if (!allowsPasskeys(auth) && stores.users.passwordHash(user.name) === undefined) {
    const field = allowsKeys(auth.secondFactor) ? 'allow_passwordless' : 'second_factor';
    return `spec.${field}: you sign in with a passkey and could not sign in again. Get a reset link and set a password first`;
  }
  if (!isEnforced(auth.secondFactor)) return undefined;
  const devices = stores.devices.of(user.name);
  const counts = devices.some(({ kind }) =>
    kind === 'totp' ? allowsCodes(auth.secondFactor) : allowsKeys(auth.secondFactor),
  );
  if (counts) return undefined;
  const missing = allowsCodes(auth.secondFactor)
    ? allowsKeys(auth.secondFactor)
      ? 'second factor'
      : 'authenticator app'
    : 'hardware key or passkey';
  return `spec.second_factor: you have no ${missing} yet and could not sign in again. Set optional, add one under Account, then require it for all users`;
}
