import type { MfaProof } from '../../api/devices.ts';
import { getAssertion, webAuthnProblem } from '../../api/webauthn.ts';
import { CHALLENGE_TTL_MS } from '../../wire/constants.ts';
import type { AuthnChallengeJson } from '../../wire/webauthn.ts';
import type { CeremonyOptions } from '../login/useSignIn.ts';

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
