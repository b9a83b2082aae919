import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** An account of this machine's operating system. */
export type Account = { name: string; uid: number; gid: number; home: string; shell: string };

const DEFAULT_SHELL = '/bin/sh';

/**
 * The account with this name, from all account sources of the machine (files, directories). A number counts as a name,
 * never as an id.
 */
export async function findAccount(name: string): Promise<Account | undefined> {
  const account = userInfo();
  if (name === account.username)
    return { name, uid: account.uid, gid: account.gid, home: account.homedir, shell: account.shell ?? DEFAULT_SHELL };
  return readPasswd((await askNameService(name)) ?? (await readFile('/etc/passwd', 'utf8')), name);
}

/** undefined if the machine has no `getent`. */
const askNameService = (name: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile('getent', ['passwd', '--', name], { encoding: 'utf8' }, (error, stdout) =>
      resolve(error?.code === 'ENOENT' ? undefined : stdout),
    );
  });

/** Reads lines of passwd(5). */
export function readPasswd(text: string, name: string): Account | undefined {
  const fields = text
    .split('\n')
    .map((line) => line.split(':'))
    .find(([first]) => first === name);
  const [, , uid = '', gid = '', , home, shell] = fields ?? [];
  if (!/^\d+$/.test(uid) || !/^\d+$/.test(gid)) return undefined;
  return { name, uid: Number(uid), gid: Number(gid), home: home || '/', shell: shell || DEFAULT_SHELL };
}
