import { type MfaProof, createPrivilegeToken } from '../../api/devices.ts';
import { getAssertion, webAuthnProblem } from '../../api/webauthn.ts';
import { CHALLENGE_TTL_MS, PRIVILEGE_TTL_MS } from '../../wire/constants.ts';
import type { AuthnChallengeJson } from '../../wire/webauthn.ts';
import type { CeremonyOptions } from '../login/useSignIn.ts';

/** The right to change the user's devices, for a short time. */
export type Privilege = { token: string; goodUntilMs: number };

/** The time that a call may need while the token is still valid. */
const MARGIN_MS = 5000;

/** Without a proof only for a user who has no device yet (http-auth §8.3). */
export async function obtainPrivilege(proof?: MfaProof): Promise<Privilege> {
  const askedAtMs = Date.now();
  const token = await createPrivilegeToken(proof);
  return { token, goodUntilMs: askedAtMs + PRIVILEGE_TTL_MS - MARGIN_MS };
}

export const isGood = ({ goodUntilMs }: Privilege): boolean => Date.now() < goodUntilMs;

/** Why a session cannot ask for a key. */
export const keyProblem = ({ webauthn_challenge }: AuthnChallengeJson): string | undefined =>
  webAuthnProblem() ??
  (webauthn_challenge ? undefined : 'The server asks for a second factor that this console does not support');

/** Signs the server's challenge with a key. Requests it only if the browser can use keys. */
export async function proveWithKey(
  challenge: () => Promise<AuthnChallengeJson>,
  { signal, onWaiting, onAnswered }: CeremonyOptions,
): Promise<Extract<MfaProof, { kind: 'key' }>> {
  const problem = webAuthnProblem();
  if (problem !== undefined) throw new Error(problem);
  const { webauthn_challenge } = await challenge();
  signal.throwIfAborted();
  if (!webauthn_challenge) throw new Error('No hardware key is registered for this account');
  const { publicKey } = webauthn_challenge;
  onWaiting(Date.now() + (publicKey.timeout ?? CHALLENGE_TTL_MS));
  const assertion = await getAssertion(publicKey, { signal });
  onAnswered();
  return { kind: 'key', assertion };
}
