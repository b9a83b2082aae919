// This machine as something to open shells on.
import { accessSync, constants, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { findAccount } from './accounts.ts';
import { thisProcess } from './becoming.ts';
import { loginCommand } from './loginCommand.ts';
import { PtyShell } from './PtyShell.ts';
import { spokenShell } from './spokenShell.ts';
import { TargetError, type Shell, type ShellListener, type Target, type TargetNode } from './target.ts';

/** What the reference's nodes report a login with that has no account (streams §3.9). */
const STATUS_WITHOUT_ACCOUNT = 255;

export const localTarget = (node: TargetNode): Target => ({
  node,
  async open(login, size, listener) {
    const account = await findAccount(login);
    if (!account)
      return spokenShell(`Failed to launch: user: unknown user ${login}.\r\r\n`, STATUS_WITHOUT_ACCOUNT, listener);
    return start(account, size, listener);
  },
});

function start(
  account: NonNullable<Awaited<ReturnType<typeof findAccount>>>,
  size: TermSize,
  listener: ShellListener,
): Shell {
  const gateway = thisProcess();
  const home = isUsable(account.home) ? account.home : '/';
  const command = loginCommand(account, home, gateway);
  if (!command)
    throw new TargetError(
      `${account.name} cannot log in here: the gateway runs as ${userInfo().username} and may only open shells as that user`,
    );
  const shell = new PtyShell(command, size, listener);
  if (home !== account.home)
    listener.output(Buffer.from(`The home directory ${account.home} is missing; starting in /\r\n`));
  return shell;
}

function isUsable(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
