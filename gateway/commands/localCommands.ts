import { findAccount } from '../terminal/accounts.ts';
import { inAccount, unknownAccount } from '../terminal/inAccount.ts';
import { lineCommand } from '../terminal/loginCommand.ts';
import { TargetError, type TargetNode } from '../terminal/target.ts';
import type { CommandTarget } from './commandTarget.ts';
import { ProcessCommand } from './ProcessCommand.ts';

/** Runs commands on this machine. `ownAccount`: whether the gateway's own account is allowed. */
export const localCommands = (node: TargetNode, ownAccount: boolean): CommandTarget => ({
  node,
  async run(login, line, listener) {
    const account = await findAccount(login);
    if (!account) throw new TargetError(unknownAccount(login));
    const { command } = inAccount(account, (of, home, gateway) => lineCommand(of, home, line, gateway), ownAccount);
    return new ProcessCommand(command, listener);
  },
});
