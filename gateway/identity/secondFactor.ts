// What the cluster's second factor setting means (http-auth §2.2, §4.1, §7.3).
import type { SecondFactor } from '../../src/wire/config.ts';
import type { GatewayConfig } from '../config/settings.ts';
import type { Device } from '../store/devices.ts';

/** Hardware keys and passkeys. */
export const allowsKeys = (mode: SecondFactor): boolean => mode === 'webauthn' || mode === 'on' || mode === 'optional';

export const allowsCodes = (mode: SecondFactor): boolean => mode === 'otp' || mode === 'on' || mode === 'optional';

/** Everybody must have one. */
export const isEnforced = (mode: SecondFactor): boolean => mode !== 'off' && mode !== 'optional';

export const allowsPasskeys = ({ secondFactor, passwordless }: GatewayConfig['auth']): boolean =>
  passwordless && allowsKeys(secondFactor);

/** The factors the user may answer with. A user without any gets the empty challenge (http-auth §3.1). */
export const authnChallenge = (devices: readonly Device[], mode: SecondFactor) => ({
  webauthn_challenge: null,
  totp_challenge: devices.length > 0 && allowsCodes(mode),
});
