import type { CommandTarget } from '../commands/commandTarget.ts';
import type { SshConnect } from '../config/settings.ts';
import type { TargetNode } from '../terminal/target.ts';
import { connectOver, openOver } from './connection.ts';
import type { SshDialing } from './route.ts';
import { SshCommand } from './SshCommand.ts';
import { routeTo } from './sshTarget.ts';

/** Runs commands on another machine. See `sshTarget`. */
export const sshCommands = (
  node: TargetNode,
  ssh: SshConnect,
  defaults: SshDialing,
  purpose: string,
): CommandTarget => ({
  node,
  async run(login, line, listener, signal) {
    const client = await connectOver(routeTo(node, { login, purpose }, ssh, defaults), signal);
    return openOver(client, signal, () => SshCommand.start(client, line, listener));
  },
});
