// A gateway with servers behind real sshds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOGIN, startTerminalGateway, type TerminalGateway } from './terminalGateway.ts';
import type { GatewayOptions } from './gateway.ts';

/** A server of the inventory. `connect` has the form of gateway.yaml. */
export type SshServer = { hostname: string; addr: string; connect?: object };

/** Ids of servers by their index. */
export const serverId = (i: number): string => `00000000-0000-4000-8000-${String(100 + i).padStart(12, '0')}`;

export function sshConfig(servers: readonly SshServer[], more: object = {}): string {
  const inventory = servers.map(({ hostname, addr, connect }, i) => ({
    kind: 'node',
    version: 'v2',
    sub_kind: 'openssh',
    metadata: { name: serverId(i), labels: { env: 'prod' } },
    spec: { addr, hostname },
    ...(connect && { connect }),
  }));
  return JSON.stringify({
    cluster_name: 'example.test',
    auth: { second_factor: 'off' },
    admin: { name: 'admin', logins: [LOGIN, 'no-such-user', 'nobody'] },
    node: { name: 'node-1', labels: { env: 'dev' } },
    inventory,
    ...more,
  });
}

export const startSshGateway = (
  servers: readonly SshServer[],
  more: object = {},
  options: GatewayOptions = {},
): Promise<TerminalGateway> => startTerminalGateway({ config: sshConfig(servers, more), ...options });

/** Writes a file into the directory of an sshd. */
export function writeBeside(directory: string, name: string, text: string): string {
  const file = join(directory, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
