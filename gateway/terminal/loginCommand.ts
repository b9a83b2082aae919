import type { Account } from './accounts.ts';

/** The command that starts a login shell of an account. */
export type LoginCommand = {
  argv: readonly [file: string, ...args: string[]];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** User id that must own the terminal device. Absent: the gateway's own. */
  owner?: number;
};

/** The user and the programs that this process runs with. */
export type RunAs = { uid: number; bash: string; setpriv: string | undefined; lang: string };

const ROOT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const USER_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games';

/**
 * Files that this process holds open must not reach the shell. Among them are the terminals of other sessions, and a
 * process that holds one can type into it. Neither Node nor the PTY binary marks them close-on-exec, so they are closed
 * before the shell runs.
 */
const CLOSE_FILES =
  'umask 022; for f in /dev/fd/*; do f=${f##*/}; if [ "$f" -gt 2 ]; then eval "exec $f>&-"; fi; done; exec "$@"';
/** A dash before its name makes any shell a login shell, independent of the options it knows. */
const AS_LOGIN_SHELL = 'exec -a "-${0##*/}" "$0"';

/**
 * undefined if this process cannot become that user: only root can switch users. `home` is the working directory, which
 * must be usable.
 */
export function loginCommand(account: Account, home: string, gateway: RunAs): LoginCommand | undefined {
  const become = becomeCommand(account, gateway);
  return (
    become && {
      argv: [...become, ...plainBash(gateway), AS_LOGIN_SHELL, account.shell],
      env: { ...accountEnv(account, home, gateway), ...TERMINAL_ENV },
      cwd: home,
      ...(account.uid !== gateway.uid && { owner: account.uid }),
    }
  );
}

/**
 * The same for one command line without a terminal. The account's shell gets it unchanged, and is not a login shell.
 */
export function lineCommand(account: Account, home: string, line: string, gateway: RunAs): LoginCommand | undefined {
  const become = becomeCommand(account, gateway);
  return become && { argv: [...become, account.shell, '-c', line], env: accountEnv(account, home, gateway), cwd: home };
}

/** The capabilities of the console's terminal. */
const TERMINAL_ENV = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };

const accountEnv = (account: Account, home: string, gateway: RunAs): Record<string, string> => ({
  HOME: account.home,
  SHELL: account.shell,
  USER: account.name,
  LOGNAME: account.name,
  PATH: account.uid === 0 ? ROOT_PATH : USER_PATH,
  LANG: gateway.lang,
  PWD: home,
});

/**
 * The command prefix that switches to an account and closes the files of this process. undefined if this process cannot
 * become that user.
 */
export function becomeCommand({ uid, gid }: Account, gateway: RunAs): [file: string, ...args: string[]] | undefined {
  const same = uid === gateway.uid;
  if (!same && (gateway.uid !== 0 || gateway.setpriv === undefined)) return undefined;
  const become =
    same || gateway.setpriv === undefined
      ? []
      : [gateway.setpriv, `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--'];
  return [...plainBash(gateway), CLOSE_FILES, 'postern', ...become];
}

const plainBash = ({ bash }: RunAs): [file: string, ...args: string[]] => [bash, '--noprofile', '--norc', '-c'];
