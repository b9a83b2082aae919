import type { RecoveryCodesJson } from '../wire/http.ts';
import type { AuthnChallengeJson } from '../wire/webauthn.ts';
import type { RecoveryCodes } from './auth.ts';
import { call } from './client.ts';
import type { MfaProof } from './devices.ts';
import { ApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

export type RecoveryCodesLeft = { left: number; createdDate: Date | undefined };

/** The caller's own. */
export async function fetchRecoveryCodesLeft(signal?: AbortSignal): Promise<RecoveryCodesLeft> {
  const { left, created } = (await call(apiUrl('postern/recovery/codes'), { signal })) as RecoveryCodesJson;
  return { left, createdDate: created === undefined ? undefined : new Date(created) };
}

/** New codes in place of all before, under a privilege token, which is used up. */
export async function makeRecoveryCodes(tokenId: string): Promise<RecoveryCodes> {
  const body = { tokenId };
  const json = await call(apiUrl('postern/recovery/codes'), { method: 'POST', body });
  const { codes, created } = json as { codes: string[]; created: string };
  return { codes, createdDate: new Date(created) };
}

type Claim = { user: string; code: string };

/** What a person still has who has lost the other of password and second factor. */
export type RecoveryProof = { kind: 'password'; password: string } | MfaProof;

/** What the user's keys are to sign beside a recovery code, which stays good. A wrong user or code is a 403. */
export const fetchRecoveryChallenge = async (claim: Claim): Promise<AuthnChallengeJson> =>
  (await call(apiUrl('postern/recovery/challenge'), { method: 'POST', body: claim })) as AuthnChallengeJson;

/**
 * Trades a recovery code, with a proof of the factor that is left, for the token of a reset link; the code is used up.
 * An extension of ours, there where the server announces `RECOVERY`. Every wrong user, code or proof is the same 403.
 */
export async function redeemRecoveryCode(claim: Claim, proof: RecoveryProof): Promise<string> {
  const body = { ...claim, ...toFields(proof) };
  const json = (await call(apiUrl('postern/recovery'), { method: 'POST', body })) as { tokenId?: string };
  if (!json.tokenId) throw new ApiError('The server’s answer has no reset link', 200);
  return json.tokenId;
}

function toFields(proof: RecoveryProof): object {
  switch (proof.kind) {
    case 'password':
      return { pass: proof.password };
    case 'code':
      return { second_factor_token: proof.code };
    case 'key':
      return { webauthnAssertionResponse: proof.assertion };
  }
}
