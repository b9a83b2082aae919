import type { CombinedOptions } from '../../../src/access/options.ts';

/** What the roles let a person do on a server, in the words of OpenSSH. A terminal is always granted. */
export const sshExtensions = (options: CombinedOptions): string[] => [
  'permit-pty',
  ...(options.forwardAgent ? ['permit-agent-forwarding'] : []),
  ...(options.portForwarding ? ['permit-port-forwarding'] : []),
  ...(options.x11Forwarding ? ['permit-X11-forwarding'] : []),
];
