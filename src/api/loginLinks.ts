// Links with which users set a password. They have their own file, since the first list loads users.ts.
import { textAt } from '../lib/json.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { readNewExpiry } from './joinTokens.ts';
import { apiUrl, fillPath } from './urls.ts';

type LoginLinkKind = 'invite' | 'password';
/** `expires`: as `readNewExpiry` reads it. */
export type LoginLink = { kind: LoginLinkKind; user: string; tokenId: string; expires: Date | undefined };

/** The page of the link (http-auth §7.1). */
export const loginLinkPath = ({ kind, tokenId }: LoginLink): string =>
  fillPath(kind === 'invite' ? '/web/invite/:tokenId' : '/web/reset/:tokenId', { tokenId });

/**
 * Creates the only link with which `user` sets a password and a second factor. The old password, every second factor
 * and every earlier link stop working at once (http-auth §7.1).
 */
export async function createLoginLink(user: string, kind: LoginLinkKind): Promise<LoginLink> {
  const json = await call(apiUrl('users/password/token'), { method: 'POST', body: { name: user, type: kind } });
  const tokenId = textAt(json, 'tokenId');
  if (tokenId === '') throw new ApiError('The server’s answer has no link', 200);
  return { kind, user, tokenId, expires: readNewExpiry(textAt(json, 'expiry')) };
}
