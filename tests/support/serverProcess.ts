// A database server of the system, started on a free port in its own directory. It cannot run as root: if the tests do,
// it runs as the account of its package.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const READY_MAX_MS = 30_000;
const RETRY_MS = 50;

export type ServerProcess = {
  /** Writes a file into its directory that only the server can read. Returns its path. */
  write(name: string, text: string): string;
  path(name: string): string;
  /** Runs a program to its end, as the account of the server. */
  execute(program: string, args: readonly string[]): string;
  /** Starts the server and waits until `isReady` no longer throws. */
  start(program: string, args: readonly string[], isReady: () => void): Promise<void>;
  /** What the server wrote to its standard streams. */
  log(): string;
  /** Kills it, as if the machine were lost. May be called twice. */
  kill(): Promise<void>;
  /** Ends it and removes its directory. */
  stop(): Promise<void>;
};

/** `account`: of the package, used where the tests run as root. */
export function createServerProcess(account: string): ServerProcess {
  const directory = mkdtempSync(join(tmpdir(), `postern-${account}-`));
  const isRoot = process.getuid?.() === 0;
  const [as, ...before] = isRoot ? ['setpriv', '--reuid', account, '--regid', account, '--init-groups', '--'] : ['env'];
  const own = (file: string) => {
    if (!isRoot) return;
    const id = (flag: string) => Number(execFileSync('id', [flag, account], { encoding: 'utf8' }));
    chownSync(file, id('-u'), id('-g'));
  };
  own(directory);
  // MariaDB removes the temporary tables of other servers that share the directory.
  const env = { PATH: process.env['PATH'] ?? '', HOME: directory, TMPDIR: directory, LANG: 'C.UTF-8' };
  let server: ChildProcess | undefined;
  let log = '';
  const killNow = () => server?.kill('SIGKILL');
  const kill = async () => {
    process.off('exit', killNow);
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    killNow();
    await gone;
  };
  return {
    path: (name) => join(directory, name),
    write(name, text) {
      const file = join(directory, name);
      writeFileSync(file, text);
      chmodSync(file, 0o600);
      own(file);
      return file;
    },
    execute: (program, args) =>
      execFileSync(as, [...before, program, ...args], { env, cwd: directory, encoding: 'utf8', stdio: 'pipe' }),
    async start(program, args, isReady) {
      server = spawn(as, [...before, program, ...args], { env, cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [server.stdout, server.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-100_000)));
      process.once('exit', killNow);
      const endMs = performance.now() + READY_MAX_MS;
      for (;;) {
        try {
          return isReady();
        } catch (error) {
          if (performance.now() > endMs || server.exitCode !== null)
            throw new Error(`${program}: ${log}`, { cause: error });
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
    },
    log: () => log,
    kill,
    async stop() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
