import { isIPv6 } from 'node:net';

/** Where a server listens whose address names no port. */
export const SSH_PORT = 22;
const PORT_MAX = 65_535;

/** `host`, `host:port`, `[address]:port` or a bare IPv6 address; undefined for what is none of them. */
export function parseSshAddress(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\][\s]+)\]|([^\][\s:@]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? (isIPv6(text) ? text : undefined);
  const port = digits === undefined ? SSH_PORT : Number(digits);
  return host && port > 0 && port <= PORT_MAX ? { host, port } : undefined;
}
