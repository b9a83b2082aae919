// This machine as something to open shells on.
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { findAccount, type Account } from './accounts.ts';
import { inAccount, unknownAccount } from './inAccount.ts';
import { loginCommand } from './loginCommand.ts';
import { PtyShell } from './PtyShell.ts';
import { messageShell } from './messageShell.ts';
import type { Shell, ShellListener, Target, TargetNode } from './target.ts';

/** What the reference's nodes report a login with that has no account (streams §3.9). */
const STATUS_WITHOUT_ACCOUNT = 255;

/** `ownAccount`: whether people may log in as the gateway's own account. */
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
