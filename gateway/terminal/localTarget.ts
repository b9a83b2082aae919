// Opens shells on this machine.
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { findAccount, type Account } from './accounts.ts';
import { inAccount, unknownAccount } from './inAccount.ts';
import { loginCommand } from './loginCommand.ts';
import { PtyShell } from './PtyShell.ts';
import { messageShell } from './messageShell.ts';
import type { Shell, ShellListener, Target, TargetNode } from './target.ts';

/** The status that nodes of the reference report for a login without an account (streams §3.9). */
const STATUS_WITHOUT_ACCOUNT = 255;

/** `ownAccount`: whether logins as the gateway's own account are allowed. */
export const localTarget = (node: TargetNode, ownAccount: boolean): Target => ({
  node,
  async open(login, size, listener) {
    const account = await findAccount(login);
    if (!account) return messageShell(`${unknownAccount(login)}\r\r\n`, STATUS_WITHOUT_ACCOUNT, listener);
    return start(account, size, listener, ownAccount);
  },
});

function start(account: Account, size: TermSize, listener: ShellListener, ownAccount: boolean): Shell {
  const { command, home } = inAccount(account, loginCommand, ownAccount);
  const shell = new PtyShell(command, size, listener);
  if (home !== account.home)
    listener.output(Buffer.from(`The home directory ${account.home} is missing. Starting in /\r\n`));
  return shell;
}
