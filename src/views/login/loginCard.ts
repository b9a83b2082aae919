import type { Config } from '../../api/config.ts';
import { loginMethods, type LoginMethod } from './loginMethods.ts';

/** The cards of the login page, first match (screens §2.1). */
export type LoginCard =
  | { kind: 'motd'; text: string }
  | { kind: 'keyPolicy' }
  | { kind: 'notEnabled' }
  /** The sign-in methods, the preferred one first. */
  | { kind: 'methods'; methods: readonly LoginMethod[] };

type Seen = {
  motdAcknowledged: boolean;
  /** A sign-in has just been refused because private keys must be in hardware. */
  refusedByKeyPolicy: boolean;
};

export function loginCard({ auth }: Pick<Config, 'auth'>, { motdAcknowledged, refusedByKeyPolicy }: Seen): LoginCard {
  if (auth.motd && !motdAcknowledged) return { kind: 'motd', text: auth.motd };
  if (auth.privateKeyPolicy !== 'none' || refusedByKeyPolicy) return { kind: 'keyPolicy' };
  const methods = loginMethods(auth);
  return methods.length > 0 ? { kind: 'methods', methods } : { kind: 'notEnabled' };
}

/** The server only sends it as text: the only text that clients match (http-auth §4.1). */
export const isKeyPolicyRefusal = (message: string): boolean => message.includes('hardware_key');
