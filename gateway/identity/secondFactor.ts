// The meaning of the cluster's second factor setting (http-auth §2.2, §4.1, §7.3).
import type { SecondFactor } from '../../src/wire/config.ts';
import type { AuthConfig } from '../config/settings.ts';

/** Hardware keys and passkeys. */
export const allowsKeys = (mode: SecondFactor): boolean => mode === 'webauthn' || mode === 'on' || mode === 'optional';

export const allowsCodes = (mode: SecondFactor): boolean => mode === 'otp' || mode === 'on' || mode === 'optional';

/** Every user must have one. */
export const isEnforced = (mode: SecondFactor): boolean => mode !== 'off' && mode !== 'optional';

export const allowsHeadless = ({ secondFactor, headless }: AuthConfig): boolean => headless && allowsKeys(secondFactor);

export const allowsPasskeys = ({ secondFactor, passwordless }: AuthConfig): boolean =>
  passwordless && allowsKeys(secondFactor);

/** For local users with a second factor. Without a second factor a code would replace nothing. */
export const givesRecoveryCodes = ({ secondFactor, recoveryCodes, local }: AuthConfig): boolean =>
  recoveryCodes && local && secondFactor !== 'off';
