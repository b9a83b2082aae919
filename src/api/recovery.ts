import type { RecoveryCodesJson } from '../wire/http.ts';
import type { AuthnChallengeJson } from '../wire/webauthn.ts';
import type { RecoveryCodes } from './auth.ts';
import { call } from './client.ts';
import type { MfaProof } from './devices.ts';
import { ApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

export type RecoveryCodesLeft = { left: number; createdDate: Date | undefined };

/** The caller's own codes. */
export async function fetchRecoveryCodesLeft(signal?: AbortSignal): Promise<RecoveryCodesLeft> {
  const { left, created } = (await call(apiUrl('postern/recovery/codes'), { signal })) as RecoveryCodesJson;
  return { left, createdDate: created === undefined ? undefined : new Date(created) };
}

/** Creates new codes that replace all earlier ones. Uses up the privilege token. */
export async function makeRecoveryCodes(tokenId: string): Promise<RecoveryCodes> {
  const body = { tokenId };
  const json = await call(apiUrl('postern/recovery/codes'), { method: 'POST', body });
  const { codes, created } = json as { codes: string[]; created: string };
  return { codes, createdDate: new Date(created) };
}

type Claim = { user: string; code: string };

/** The remaining factor of a user who has lost the password or the second factor. */
export type RecoveryProof = { kind: 'password'; password: string } | MfaProof;

/** A challenge for the user's keys besides a recovery code, which stays valid. A wrong user or code is a 403. */
export const fetchRecoveryChallenge = async (claim: Claim): Promise<AuthnChallengeJson> =>
  (await call(apiUrl('postern/recovery/challenge'), { method: 'POST', body: claim })) as AuthnChallengeJson;

/**
 * Exchanges a recovery code, with a proof of the remaining factor, for the token of a reset link. This uses up the
 * code. An extension of servers that announce `RECOVERY`. Every wrong user, code or proof is the same 403.
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
