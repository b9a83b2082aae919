import { isIPv6 } from 'node:net';

export type HostAddress = { host: string; port: number };

/** Default ports for addresses without a port. */
export const SSH_PORT = 22;
export const VNC_PORT = 5900;
export const RDP_PORT = 3389;
const PORT_MAX = 65_535;

/** `host`, `host:port`, `[address]:port` or a bare IPv6 address. undefined for other texts. */
export function parseHostAddress(text: string, defaultPort: number): HostAddress | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\][\s]+)\]|([^\][\s:@]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? (isIPv6(text) ? text : undefined);
  const port = digits === undefined ? defaultPort : Number(digits);
  return host && port > 0 && port <= PORT_MAX ? { host, port } : undefined;
}

/** The address of the endpoint for reverse tunnels: it has no default port, and hosts get it in a script. */
export const parseTunnelAddress = (text: string): HostAddress | undefined =>
  /^[a-zA-Z0-9[][a-zA-Z0-9.:[\]_-]*$/.test(text) ? parseHostAddress(text, 0) : undefined;

export const parseSshAddress = (text: string): HostAddress | undefined => parseHostAddress(text, SSH_PORT);
