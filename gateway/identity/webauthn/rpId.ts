import { isIP } from 'node:net';

/**
 * The name that keys are bound to: the host of the address that browsers are told. Undefined for a numeric address,
 * with which browsers refuse to make or use keys.
 */
export function rpIdOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname) !== 0 || hostname.startsWith('[') ? undefined : hostname;
}

/** Whether an answer made on this page may count: the page's host is the RP id or lies below it (http-auth §3.3). */
export function originFits(origin: string, rpId: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return hostname === rpId || hostname.endsWith(`.${rpId}`);
}
