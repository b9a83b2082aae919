import type { HostAddress } from '../../config/hostAddress.ts';
import text from './joinHost.sh?raw';
import { quoted } from './joinScript.ts';

export type NodeScript = {
  /** The gateway's URL. */
  url: string;
  cluster: string;
  token: string;
  /** `ssh-ed25519 AAAA…`: the authority of the gateway's sign-in certificates. */
  authority: string;
  /**
   * Where the server opens a reverse tunnel, and the gateway's host key there. Absent: reverse tunnels are not
   * available.
   */
  endpoint: { address: HostAddress; hostKey: string } | undefined;
};

/** The script with which a server joins (http-resources §12.2): joinHost.sh with the values of this gateway. */
export const nodeScript = ({ url, cluster, token, authority, endpoint }: NodeScript): string =>
  text
    .replace('URL=@URL@', () => `URL=${quoted(url)}`)
    .replace('TOKEN=@TOKEN@', () => `TOKEN=${quoted(token)}`)
    .replace('CLUSTER=@CLUSTER@', () => `CLUSTER=${quoted(cluster)}`)
    .replace('AUTHORITY=@AUTHORITY@', () => `AUTHORITY=${quoted(authority)}`)
    .replace('TUNNEL_HOST=@TUNNEL_HOST@', () => `TUNNEL_HOST=${quoted(endpoint?.address.host ?? '')}`)
    .replace('TUNNEL_PORT=@TUNNEL_PORT@', () => `TUNNEL_PORT=${quoted(String(endpoint?.address.port ?? ''))}`)
    .replace('TUNNEL_HOST_KEY=@TUNNEL_HOST_KEY@', () => `TUNNEL_HOST_KEY=${quoted(endpoint?.hostKey ?? '')}`);
