// What the planner knows about output of commands: exit statuses and common messages. No more than that.

/** Exit statuses with a meaning of their own (bash(1) "EXIT STATUS", sysexits.h). */
export const EXIT_STATUS: Readonly<Record<number, string>> = {
  1: 'The program reports a general error.',
  2: 'The program reports wrong use, or the shell a syntax error.',
  124: 'The command `timeout` ended it: it ran too long.',
  126: 'The file was found, but may not be executed.',
  127: 'The shell did not find the program.',
  128: 'The argument of `exit` was not valid.',
  130: 'It was interrupted (SIGINT), as by Ctrl+C.',
  134: 'It aborted itself (SIGABRT).',
  137: 'It was killed (SIGKILL). Often the system ended it because memory ran out: look for “Out of memory” in the journal.',
  139: 'It crashed: it used memory that was not its own (SIGSEGV).',
  141: 'The program that reads its output has ended (SIGPIPE).',
  143: 'It was asked to end (SIGTERM).',
  255: 'The connection to the server failed or was lost, or the program ended with this status.',
};

/** Messages in the output, and what they mean. */
export const MESSAGES: readonly { pattern: RegExp; means: string }[] = [
  {
    pattern: /command not found|not found in \$?PATH/i,
    means: 'The program is not installed, or not in the PATH of this login.',
  },
  { pattern: /no such file or directory/i, means: 'A file or directory of the command does not exist on this server.' },
  {
    pattern: /permission denied/i,
    means: 'This login may not do that. A file has other owners, or the action needs root.',
  },
  { pattern: /operation not permitted/i, means: 'The system refuses the action to this login. It may need root.' },
  {
    pattern: /a password is required|sudo: no tty|a terminal is required to read the password/i,
    means: '`sudo` asks for a password, and a command on several servers has no terminal to type it in.',
  },
  { pattern: /is not in the sudoers file/i, means: 'This login may not use `sudo`.' },
  { pattern: /no space left on device/i, means: 'A file system is full, or has no inodes left.' },
  {
    pattern: /read-only file ?system/i,
    means: 'The file system is mounted read-only, for example after an error of the disk.',
  },
  { pattern: /out of memory|cannot allocate memory|oom-kill/i, means: 'Memory ran out.' },
  { pattern: /too many open files/i, means: 'The program reached its limit of open files.' },
  { pattern: /address already in use/i, means: 'Another program listens on that port already.' },
  {
    pattern: /connection refused/i,
    means: 'Nothing listens at that address and port, or a firewall rejects the connection.',
  },
  {
    pattern: /connection timed out|operation timed out/i,
    means: 'The other side did not answer: it is down, or a firewall drops the packets.',
  },
  { pattern: /no route to host|network is unreachable/i, means: 'The network has no way to that address.' },
  {
    pattern: /temporary failure in name resolution|could not resolve|name or service not known/i,
    means: 'The host name could not be resolved.',
  },
  { pattern: /host key verification failed/i, means: 'The host key is not the one that is known for this server.' },
  {
    pattern: /unit \S+ could not be found|failed to (?:start|restart) \S+: unit \S+ not found/i,
    means: 'There is no service of that name on this server.',
  },
  {
    pattern: /main process exited|failed with result '?exit-code'?/i,
    means: 'A service ended with an error. Its journal has the reason: `journalctl -u <service>`.',
  },
  {
    pattern: /could not get lock|is another process using it|dpkg was interrupted/i,
    means: 'Another package manager is running, or one was interrupted.',
  },
  {
    pattern: /certificate (?:has )?expired|certificate is not yet valid/i,
    means: 'A certificate is out of its period of validity, or the clock of a machine is wrong.',
  },
  { pattern: /access denied to \S+ connecting to/i, means: 'Your roles do not allow this login on that server.' },
  {
    pattern: /syntax error near unexpected token|unexpected end of file/i,
    means: 'The shell could not read the command: a quote or bracket is missing.',
  },
];
