import { type MfaProof, createPrivilegeToken } from '../../api/devices.ts';
import { getAssertion, webAuthnProblem } from '../../api/webauthn.ts';
import { CHALLENGE_TTL_MS, PRIVILEGE_TTL_MS } from '../../wire/constants.ts';
import type { AuthnChallengeJson } from '../../wire/webauthn.ts';
import type { CeremonyOptions } from '../login/useSignIn.ts';

/** The right to change one's own devices, for a short time. */
export type Privilege = { token: string; goodUntilMs: number };

/** What a call may need to arrive while the token still counts. */
const MARGIN_MS = 5000;

/** Without a proof only for somebody who has no device yet (http-auth §8.3). */
export async function obtainPrivilege(proof?: MfaProof): Promise<Privilege> {
  const askedAtMs = Date.now();
  const token = await createPrivilegeToken(proof);
  return { token, goodUntilMs: askedAtMs + PRIVILEGE_TTL_MS - MARGIN_MS };
}

export const isGood = ({ goodUntilMs }: Privilege): boolean => Date.now() < goodUntilMs;

/** Lets a key sign the server's challenge. Asks the server only where the browser can ask a key. */
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
