import type { CombinedOptions } from '../../../src/access/options.ts';

/** The permissions of the roles as OpenSSH extensions. A terminal is always granted. */
export const sshExtensions = (options: CombinedOptions): string[] => [
  'permit-pty',
  ...(options.forwardAgent ? ['permit-agent-forwarding'] : []),
  ...(options.portForwarding ? ['permit-port-forwarding'] : []),
  ...(options.x11Forwarding ? ['permit-X11-forwarding'] : []),
];
