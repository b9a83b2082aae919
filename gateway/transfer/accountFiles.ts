// Files of this machine, with the rights of one of its accounts.
import { basename } from 'node:path';
import { userInfo } from 'node:os';
import { findAccount, type Account } from '../terminal/accounts.ts';
import { thisProcess } from '../terminal/runAs.ts';
import { becomeCommand } from '../terminal/loginCommand.ts';
import { isOwnAccount, ownAccountRefusal } from '../terminal/ownAccount.ts';
import { commandFiles } from './commandFiles.ts';
import { ownFiles } from './ownFiles.ts';
import { PrivateDirectory } from './PrivateDirectory.ts';
import { FileError, type RemoteFiles } from './remoteFiles.ts';

/** Shells of accounts that cannot log in: without a shell there is no access to files either. */
const REFUSING = ['nologin', 'false'];

/**
 * The files that are never transferred: those of this directory and, unless `ownAccount`, of the gateway's own account.
 */
export type LocalFiles = { dataDir: string; ownAccount: boolean };

/** Rejects with a FileError if the account does not exist, or its files must not be transferred. */
export async function accountFiles(login: string, { dataDir, ownAccount }: LocalFiles): Promise<RemoteFiles> {
  const account = await findAccount(login);
  if (!account) throw new FileError('other', `the account ${login} does not exist on this machine`);
  if (REFUSING.includes(basename(account.shell)))
    throw new FileError('other', `${login} cannot log in on this machine: its shell does not allow logins`);
  if (!isOwnAccount(account)) return filesOfOther(account);
  if (!ownAccount) throw new FileError('other', ownAccountRefusal(login));
  return ownFiles(account.home, new PrivateDirectory(dataDir));
}

function filesOfOther(account: Account): RemoteFiles {
  const become = becomeCommand(account, thisProcess());
  if (!become)
    throw new FileError(
      'other',
      `${account.name} cannot log in here: the gateway runs as ${userInfo().username} and can only open files as that user`,
    );
  return commandFiles(become, account.home);
}
