import text from './joinHost.sh?raw';
import { quoted } from './shell.ts';

export type NodeScript = {
  /** Where the gateway is reached. */
  url: string;
  cluster: string;
  token: string;
  /** `ssh-ed25519 AAAA…`: the authority under which the gateway signs itself in. */
  authority: string;
};

/** The script with which a server joins (http-resources §12.2): joinHost.sh with what this gateway is filled in. */
export const nodeScript = ({ url, cluster, token, authority }: NodeScript): string =>
  text
    .replace('URL=@URL@', () => `URL=${quoted(url)}`)
    .replace('TOKEN=@TOKEN@', () => `TOKEN=${quoted(token)}`)
    .replace('CLUSTER=@CLUSTER@', () => `CLUSTER=${quoted(cluster)}`)
    .replace('AUTHORITY=@AUTHORITY@', () => `AUTHORITY=${quoted(authority)}`);
