// Files of this machine as one of its accounts sees them.
import { basename } from 'node:path';
import { userInfo } from 'node:os';
import { findAccount, type Account } from '../terminal/accounts.ts';
import { thisProcess } from '../terminal/becoming.ts';
import { becomeCommand } from '../terminal/loginCommand.ts';
import { commandFiles } from './commandFiles.ts';
import { ownFiles } from './ownFiles.ts';
import { FileError, type RemoteFiles } from './remoteFiles.ts';

/** Shells of accounts that nobody logs in to: whoever gets no shell gets no files either. */
const REFUSING = ['nologin', 'false'];

/** Rejects with a FileError where the account does not exist or this process cannot become it. */
export async function accountFiles(login: string): Promise<RemoteFiles> {
  const account = await findAccount(login);
  if (!account) throw new FileError('other', `there is no account ${login} on this machine`);
  if (REFUSING.includes(basename(account.shell)))
    throw new FileError('other', `${login} cannot log in on this machine: its shell lets nobody in`);
  return account.uid === process.getuid?.() ? ownFiles(account.home) : filesOfOther(account);
}

function filesOfOther(account: Account): RemoteFiles {
  const become = becomeCommand(account, thisProcess());
  if (!become)
    throw new FileError(
      'other',
      `${account.name} cannot log in here: the gateway runs as ${userInfo().username} and may only open files as that user`,
    );
  return commandFiles(become, account.home);
}
