import { isIP } from 'node:net';

/**
 * The domain of applications: `<application>.<name>` (http-resources §4.1). An IP address has no subdomains. On the
 * machine itself `localhost` has.
 */
export function applicationDomain(publicUrl: string, clusterName: string): string {
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0) return host;
  return host === '::1' || host.startsWith('127.') ? 'localhost' : clusterName;
}
