import { createPrivilegeToken, type MfaProof } from '../../api/devices.ts';
import { PRIVILEGE_TTL_MS } from '../../wire/constants.ts';

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
