import { isIP } from 'node:net';

/**
 * The name below which applications get one of their own: `<application>.<name>` (http-resources §4.1). An address of
 * numbers has no names below it; on the machine itself `localhost` has.
 */
export function applicationDomain(publicUrl: string, clusterName: string): string {
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0) return host;
  return host === '::1' || host.startsWith('127.') ? 'localhost' : clusterName;
}
