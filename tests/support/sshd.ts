// OpenSSH's server on loopback with its own keys, for tests of shells and file transfers on other machines.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../gateway/process/listen.ts';

const PROGRAM = '/usr/sbin/sshd';
const READY_MAX_MS = 20_000;
const POLL_MS = 20;

export type Sshd = {
  port: number;
  /** `127.0.0.1:port` */
  addr: string;
  /** A private key that it accepts, without a passphrase. */
  identity: string;
  /** Known hosts with its own key. */
  knownHosts: string;
  /** The directory of its keys. Files that a test writes there are removed with it. */
  directory: string;
  /** Accepts another public key. */
  admit(publicKeyFile: string): void;
  log(): string;
  /** Sends a signal to it and to all processes that it has started. */
  signal(name: NodeJS.Signals): void;
  /** Ends its open connections, but accepts new ones. */
  drop(): void;
  /** Restarts it without the processes that it has started. Runs the function in between. */
  restart(between: () => Promise<void>): Promise<void>;
  /** May be called twice. */
  stop(): Promise<void>;
};

/** `settings` are further lines of its configuration. */
export async function startSshd(settings: readonly string[] = []): Promise<Sshd> {
  const directory = mkdtempSync(join(tmpdir(), 'postern-sshd-'));
  // As root, sshd needs a directory that only root can write. No option changes its path.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const port = await freePort('127.0.0.1');
  const at = (name: string) => join(directory, name);
  makeKey(at('host'));
  makeKey(at('identity'));
  const keys = at('authorized_keys');
  writeFileSync(keys, readFileSync(at('identity.pub')));
  chmodSync(keys, 0o600);
  const [type, key] = readFileSync(at('host.pub'), 'utf8').split(' ');
  writeFileSync(at('known_hosts'), `[127.0.0.1]:${port} ${type} ${key}\n`);
  writeFileSync(
    at('sshd_config'),
    [
      `ListenAddress 127.0.0.1:${port}`,
      `HostKey ${at('host')}`,
      `AuthorizedKeysFile ${keys}`,
      `PidFile ${at('pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin yes',
      'PrintMotd no',
      'PrintLastLog no',
      ...(settings.some((line) => line.startsWith('AllowTcpForwarding')) ? [] : ['AllowTcpForwarding yes']),
      'AcceptEnv LANG LC_*',
      'MaxStartups 100',
      'Subsystem sftp internal-sftp',
      ...settings,
      '',
    ].join('\n'),
  );
  let log = '';
  const start = async () => {
    const begun = spawn(PROGRAM, ['-D', '-e', '-f', at('sshd_config')], { stdio: ['ignore', 'ignore', 'pipe'] });
    begun.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    await untilListening(begun, port, () => log);
    return begun;
  };
  let server = await start();
  const endWithUs = () => server.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    port,
    addr: `127.0.0.1:${port}`,
    identity: at('identity'),
    knownHosts: at('known_hosts'),
    directory,
    admit: (file) => appendFileSync(keys, readFileSync(file)),
    log: () => log,
    signal(name) {
      // Parents first: a parent that lives longer would report the end of its children.
      for (const pid of [server.pid ?? 0, ...descendants(server.pid ?? 0).toReversed()]) trySignal(pid, name);
    },
    drop() {
      for (const pid of descendants(server.pid ?? 0)) trySignal(pid, 'SIGKILL');
    },
    async restart(between) {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      await between();
      server = await start();
    },
    async stop() {
      process.off('exit', endWithUs);
      if (server.exitCode === null && server.signalCode === null) {
        const gone = once(server, 'exit');
        for (const pid of descendants(server.pid ?? 0)) trySignal(pid, 'SIGKILL');
        server.kill('SIGKILL');
        await gone;
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A new key pair, `file` and `file.pub`. */
export function makeKey(file: string, passphrase = ''): void {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', 'test', '-f', file]);
}

async function untilListening(server: ChildProcess, port: number, log: () => string): Promise<void> {
  const endMs = performance.now() + READY_MAX_MS;
  while (server.exitCode === null && performance.now() < endMs) {
    const socket = connect(port, '127.0.0.1');
    const there = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  server.kill('SIGKILL');
  throw new Error(`sshd does not listen on ${port}:\n${log()}`);
}

/** sshd starts a process for each connection, and each of them starts another one. */
function descendants(pid: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    table.filter(([, of]) => of === parent).flatMap(([child = 0]) => [...below(child), child]);
  return below(pid);
}

function trySignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}
