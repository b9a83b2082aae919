import type { Account } from './accounts.ts';

/** What has to be run for a login shell of an account. */
export type LoginCommand = {
  argv: readonly [file: string, ...args: string[]];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** User id that the terminal device must belong to; absent: the gateway's own. */
  owner?: number;
};

/** The gateway as the operating system sees it. */
export type RunAs = { uid: number; bash: string; setpriv: string | undefined; lang: string };

const ROOT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const USER_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games';

/**
 * Files that this process holds open must not reach the shell: the other sessions' terminals are among them, and whoever
 * holds one types into it. Neither Node nor the PTY's binary marks them, so they are closed before anything else runs.
 */
const CLOSE_FILES =
  'umask 022; for f in /dev/fd/*; do f=${f##*/}; if [ "$f" -gt 2 ]; then eval "exec $f>&-"; fi; done; exec "$@"';
/** A dash before its name makes a shell a login shell, whatever options it knows. */
const AS_LOGIN_SHELL = 'exec -a "-${0##*/}" "$0"';

/**
 * undefined where this process cannot become that user: only root can become anybody. `home` is the directory to start
 * in, already found to be usable.
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

/** The same for one command line without a terminal: the account's shell gets it unchanged, and is no login shell. */
export function lineCommand(account: Account, home: string, line: string, gateway: RunAs): LoginCommand | undefined {
  const become = becomeCommand(account, gateway);
  return become && { argv: [...become, account.shell, '-c', line], env: accountEnv(account, home, gateway), cwd: home };
}

/** What a terminal of the console understands. */
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

/** What runs a command as that account, without files of this process; put it before the command. undefined: as above. */
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
