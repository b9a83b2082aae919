import type { Config } from '../../api/config.ts';

/** What the login page shows, first match (screens §2.1). */
export type LoginCard =
  | { kind: 'motd'; text: string }
  | { kind: 'keyPolicy' }
  /** Only ways in that need another system; `providers` are their names. */
  | { kind: 'ssoOnly'; providers: readonly string[] }
  | { kind: 'notEnabled' }
  | { kind: 'form' };

type Seen = {
  motdAcknowledged: boolean;
  /** A sign-in has just been refused because private keys must live in hardware. */
  refusedByKeyPolicy: boolean;
};

export function loginCard({ auth }: Pick<Config, 'auth'>, { motdAcknowledged, refusedByKeyPolicy }: Seen): LoginCard {
  if (auth.motd && !motdAcknowledged) return { kind: 'motd', text: auth.motd };
  if (auth.privateKeyPolicy !== 'none' || refusedByKeyPolicy) return { kind: 'keyPolicy' };
  if (auth.localAuthEnabled) return { kind: 'form' };
  if (auth.providers.length === 0) return { kind: 'notEnabled' };
  return { kind: 'ssoOnly', providers: auth.providers.map((provider) => provider.displayName ?? provider.name) };
}

/** The server says it only in words: the one text that clients match (http-auth §4.1). */
export const isKeyPolicyRefusal = (message: string): boolean => message.includes('hardware_key');
