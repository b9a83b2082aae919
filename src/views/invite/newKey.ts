import { fetchCreationOptions, type NewCredential } from '../../api/devices.ts';
import { createCredential, webAuthnProblem } from '../../api/webauthn.ts';
import { CHALLENGE_TTL_MS } from '../../wire/constants.ts';
import type { DeviceUsage } from '../../wire/webauthn.ts';
import type { CeremonyOptions } from '../login/useSignIn.ts';

// Loaded when a key is needed: an invite is shown without it.

/** Creates a key with an invite or reset token. Rejects with a message for the user. */
export async function makeKey(
  tokenId: string,
  usage: DeviceUsage,
  { signal, onWaiting, onAnswered }: CeremonyOptions,
): Promise<NewCredential> {
  const problem = webAuthnProblem();
  if (problem !== undefined) throw new Error(problem);
  const options = await fetchCreationOptions(tokenId, usage);
  onWaiting(Date.now() + (options.timeout || CHALLENGE_TTL_MS));
  const creation = await createCredential(options, { signal });
  onAnswered();
  return { kind: 'key', creation, usage };
}
