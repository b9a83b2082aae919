import { findAccount } from '../terminal/accounts.ts';
import { inAccount, unknownAccount } from '../terminal/inAccount.ts';
import { lineCommand } from '../terminal/loginCommand.ts';
import { TargetError, type TargetNode } from '../terminal/target.ts';
import type { CommandTarget } from './commandTarget.ts';
import { ProcessCommand } from './ProcessCommand.ts';

/** This machine as something to run commands on. */
export const localCommands = (node: TargetNode): CommandTarget => ({
  node,
  async run(login, line, listener) {
    const account = await findAccount(login);
    if (!account) throw new TargetError(unknownAccount(login));
    const { command } = inAccount(account, (of, home, gateway) => lineCommand(of, home, line, gateway));
    return new ProcessCommand(command, listener);
  },
});
