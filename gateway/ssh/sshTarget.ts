// Opens shells on another machine.
import type { SshConnect } from '../config/settings.ts';
import { parseSshAddress } from '../config/hostAddress.ts';
import { TargetError, type Target, type TargetNode } from '../terminal/target.ts';
import { connectOver, openOver } from './connection.ts';
import { toRoute, type Hop, type SshDialing } from './route.ts';
import { SshShell } from './SshShell.ts';

/** `settings`: the settings of this server in gateway.yaml. `defaults`: those of all servers. */
export const sshTarget = (node: TargetNode, settings: SshConnect, defaults: SshDialing, purpose: string): Target => ({
  node,
  async open(login, size, listener, signal) {
    const client = await connectOver(routeTo(node, { login, purpose }, settings, defaults), signal);
    return openOver(client, signal, () => SshShell.open(client, size, listener));
  },
});

/** Throws a TargetError if the server's address is invalid. */
export function routeTo(
  node: TargetNode,
  as: { login: string; purpose: string },
  settings: SshConnect,
  defaults: SshDialing,
): Hop[] {
  const address = parseSshAddress(node.addr);
  if (!address)
    throw new TargetError(`failed to connect to ${node.hostname}: ${node.addr || 'nothing'} is not an address`);
  return toRoute({ name: node.hostname, ...address }, as, settings, defaults);
}
