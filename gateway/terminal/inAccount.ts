// Starts a command in an account of this machine.
import { accessSync, constants, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Account } from './accounts.ts';
import { thisProcess } from './runAs.ts';
import type { RunAs, LoginCommand } from './loginCommand.ts';
import { requireLoginAllowed } from './ownAccount.ts';
import { TargetError } from './target.ts';

/** The text that a node of the reference uses. */
export const unknownAccount = (login: string): string => `Failed to launch: user: unknown user ${login}.`;

/**
 * `home`: the working directory, which is `/` if the account's own is missing. Throws a TargetError if the command may
 * not be started. `ownAccount`: whether the gateway's own account is allowed.
 */
export function inAccount(
  account: Account,
  toCommand: (account: Account, home: string, gateway: RunAs) => LoginCommand | undefined,
  ownAccount: boolean,
): { command: LoginCommand; home: string } {
  requireLoginAllowed(account, ownAccount);
  const home = isUsable(account.home) ? account.home : '/';
  const command = toCommand(account, home, thisProcess());
  if (command) return { command, home };
  throw new TargetError(
    `${account.name} cannot log in here: the gateway runs as ${userInfo().username} and can only open shells as that user`,
  );
}

function isUsable(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
