import { fetchPasswordToken, type PasswordToken } from '../../api/auth.ts';
import { isApiError } from '../../api/errors.ts';

let asked: { tokenId: string; answer: Promise<PasswordToken> } | undefined;

/**
 * What stands behind an invite or reset link. Each question to the server makes a new authenticator secret, so one
 * page asks once and shares the answer; only silence, which changed nothing, is asked again.
 */
export function tokenOnce(tokenId: string): Promise<PasswordToken> {
  if (asked?.tokenId !== tokenId) {
    const answer = fetchPasswordToken(tokenId);
    asked = { tokenId, answer };
    answer.catch((error: unknown) => {
      if (isApiError(error, 0)) asked = undefined;
    });
  }
  return asked.answer;
}
