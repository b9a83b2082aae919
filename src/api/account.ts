import type { AuthnChallengeJson } from '../wire/webauthn.ts';
import { encodePassword } from './auth.ts';
import { call } from './client.ts';
import type { MfaProof } from './devices.ts';
import { apiUrl } from './urls.ts';
import { readUser } from './users.ts';

/**
 * Checks the caller's current password and requests a challenge for a key (http-auth §7.6). A wrong password is 400.
 * 403: the account is locked after too many attempts, or no challenge could be created. A cluster has then ended the
 * session, the gateway only if this session made the attempts.
 */
export async function fetchPasswordChallenge(password: string): Promise<AuthnChallengeJson> {
  return (await call(apiUrl('mfa/authenticatechallenge/password'), {
    method: 'POST',
    body: { pass: password },
  })) as AuthnChallengeJson;
}

/** Changes the caller's own password. The session stays valid (http-auth §7.5). */
export async function changePassword(change: {
  current: string;
  next: string;
  proof: MfaProof | undefined;
}): Promise<void> {
  const { current, next, proof } = change;
  await call(apiUrl('users/password'), {
    method: 'PUT',
    body: {
      old_password: encodePassword(current),
      new_password: encodePassword(next),
      ...(proof?.kind === 'code' && { second_factor_token: proof.code }),
      ...(proof?.kind === 'key' && { webauthnAssertionResponse: proof.assertion }),
    },
  });
}

/** The caller's own roles. Requires `user: read`: no other endpoint returns them (http-auth §10). */
export async function fetchOwnRoles(username: string, signal: AbortSignal): Promise<readonly string[]> {
  return readUser(await call(apiUrl('users/:name', { name: username }), { signal })).roles;
}
