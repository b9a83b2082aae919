import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

/**
 * Trades a recovery code for the token of a reset link; the code is used up. An extension of ours, there where the
 * server announces `RECOVERY`. Every wrong user or code is the same 403.
 */
export async function redeemRecoveryCode(claim: { user: string; code: string }): Promise<string> {
  const json = (await call(apiUrl('postern/recovery'), { method: 'POST', body: claim })) as { tokenId?: string };
  if (!json.tokenId) throw new ApiError('The answer holds no reset link', 200);
  return json.tokenId;
}
