import type { Config } from '../../api/config.ts';

/** A way to sign in: a password with its second factor, a passkey alone, another system that vouches. */
export type LoginMethod = 'password' | 'passkey' | 'sso';

/** The ways of a cluster, the one it prefers first (screens §2.2). */
export function loginMethods(auth: Config['auth']): readonly LoginMethod[] {
  const { allowPasswordless, authType, localAuthEnabled, localConnectorName, providers } = auth;
  const sso: LoginMethod[] = providers.length > 0 ? ['sso'] : [];
  if (!localAuthEnabled) return sso;
  const passkey: LoginMethod[] = allowPasswordless ? ['passkey'] : [];
  if (localConnectorName === 'passwordless') return [...passkey, ...sso, 'password'];
  return authType === 'local' ? ['password', ...passkey, ...sso] : [...sso, ...passkey, 'password'];
}
