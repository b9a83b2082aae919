import type { AssertionJson, AuthnChallengeJson } from '../wire/webauthn.ts';
import { call } from './client.ts';
import { session } from './session.ts';
import { apiUrl } from './urls.ts';

/**
 * Requests a challenge: for the keys of a user whose password is right or, without credentials, for any passkey that
 * the browser offers. A user without keys gets a challenge of null. Rate limited (http-auth §4.2).
 */
export async function beginKeyLogin(credentials?: { user: string; password: string }): Promise<AuthnChallengeJson> {
  const body = credentials
    ? { passwordless: false, user: credentials.user, pass: credentials.password }
    : { passwordless: true };
  return (await call(apiUrl('mfa/login/begin'), { method: 'POST', body })) as AuthnChallengeJson;
}

/**
 * Signs in with the signature of a key and stores the bearer token. `user` is absent for a passkey (http-auth §4.3).
 */
export async function finishKeyLogin(user: string | undefined, assertion: AssertionJson): Promise<void> {
  const body = { user, webauthnAssertionResponse: assertion };
  await session.signIn(() => call(apiUrl('mfa/login/finishsession'), { method: 'POST', body }));
}
