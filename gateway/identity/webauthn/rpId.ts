import { isIP } from 'node:net';
import type { SecondFactor } from '../../../src/wire/config.ts';
import { allowsKeys } from '../secondFactor.ts';

/**
 * The name that keys are bound to: the host of the public address. undefined for a numeric address, for which browsers
 * refuse to make or use keys.
 */
export function rpIdOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname) !== 0 || hostname.startsWith('[') ? undefined : hostname;
}

/** Whether an answer from this page may count: the page's host is the RP id or below it (http-auth §3.3). */
export function originFits(origin: string, rpId: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return hostname === rpId || hostname.endsWith(`.${rpId}`);
}

/** Notices about the address for the administrator who starts the gateway. */
export function keyNotices(publicUrl: string, mode: SecondFactor): string[] {
  if (!allowsKeys(mode) || rpIdOf(publicUrl) !== undefined) return [];
  const so = mode === 'webauthn' ? ', so users cannot sign in' : '';
  return [
    `hardware keys and passkeys do not work at ${publicUrl}${so}: browsers tie them to a host name. Set public_url to an address with a name`,
  ];
}
