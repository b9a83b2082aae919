import type { Config } from '../../api/config.ts';

/** A sign-in method: a password with its second factor, only a passkey, or an identity provider. */
export type LoginMethod = 'password' | 'passkey' | 'sso';

/** The methods of a cluster, its preferred one first (screens §2.2). */
export function loginMethods(auth: Config['auth']): readonly LoginMethod[] {
  const { allowPasswordless, authType, localAuthEnabled, localConnectorName, providers } = auth;
  const sso: LoginMethod[] = providers.length > 0 ? ['sso'] : [];
  if (!localAuthEnabled) return sso;
  const passkey: LoginMethod[] = allowPasswordless ? ['passkey'] : [];
  if (localConnectorName === 'passwordless') return [...passkey, ...sso, 'password'];
  return authType === 'local' ? ['password', ...passkey, ...sso] : [...sso, ...passkey, 'password'];
}
