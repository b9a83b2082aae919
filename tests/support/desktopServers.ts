// Real VNC servers with an X display, and their screenshots for the tests of desktops.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCertificate } from '../../gateway/desktop/rdp/checkCertificate.ts';
import { encryptChallenge } from '../../gateway/desktop/rfb/handshake.ts';
import { freePort } from '../../gateway/process/listen.ts';
import { errorMessage } from '../../src/lib/errorMessage.ts';

/** Pixels as R, G, B bytes, row by row. */
export type Screenshot = { width: number; height: number; rgb: Buffer };

export type VncServer = {
  host: '127.0.0.1';
  port: number;
  /** `:99` */
  display: string;
  /** Runs a program on the display until the server ends. */
  run(program: string, args?: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** Runs a program on the display to its end and returns its output. */
  output(program: string, args: readonly string[], input?: string): Buffer;
  /** The current picture of the display, without the pointer. */
  screenshot(): Screenshot;
  log(): string;
  /** Kills the server, as if the machine were lost. */
  kill(): Promise<void>;
  /** May be called twice. */
  stop(): Promise<void>;
};

const START_MAX_MS = 20_000;

/** Xvnc of TigerVNC on a free port, without a password unless `args` require one. */
export async function startVncServer(args: readonly string[] = [], size = '640x480'): Promise<VncServer> {
  const port = await freePort('127.0.0.1');
  const security = args.some((arg) => arg === '-SecurityTypes') ? [] : ['-SecurityTypes', 'None'];
  const common = [
    '-displayfd',
    '3',
    '-rfbport',
    `${port}`,
    '-geometry',
    size,
    '-depth',
    '24',
    '-interface',
    '127.0.0.1',
  ];
  const server = spawn('Xvnc', [...common, ...security, '-nolisten', 'tcp', ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const children = new Set<ChildProcess>([server]);
  const killAll = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  process.once('exit', killAll);
  const display = await displayOf(server, () => log);
  const env = { ...process.env, DISPLAY: display };
  const kill = async () => {
    process.off('exit', killAll);
    const isOver = server.exitCode !== null || server.signalCode !== null;
    const gone = isOver ? undefined : once(server, 'exit');
    killAll();
    await gone;
  };
  return {
    host: '127.0.0.1',
    port,
    display,
    run(program, childArgs = [], childEnv = {}) {
      const child = spawn(program, childArgs, { env: { ...env, ...childEnv }, stdio: 'ignore' });
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    output: (program, childArgs, input) =>
      execFileSync(program, childArgs, { env, input: input ?? '', timeout: 20_000, maxBuffer: 2 ** 28 }),
    screenshot: () => parseXwd(execFileSync('xwd', ['-root', '-silent'], { env, maxBuffer: 256 * 1024 * 1024 })),
    log: () => log,
    kill,
    stop: kill,
  };
}

/** Arguments of a server that requires this password. The function writes the password file into the directory. */
export function vncPassword(directory: string, password: string): string[] {
  const file = join(directory, 'passwd');
  const padded = Buffer.alloc(8);
  padded.write(password);
  // VNC hides stored passwords with a public key.
  writeFileSync(file, encryptChallenge(padded, String.fromCharCode(23, 82, 107, 6, 35, 78, 88, 7)));
  return ['-PasswordFile', file];
}

export type RdpServer = {
  port: number;
  /** Of xrdp. */
  log(): string;
  stop(): Promise<void>;
};

/** xrdp, which shows the display of a VNC server to users who know that server's password. */
export async function startRdpServer(vnc: VncServer): Promise<RdpServer> {
  const directory = mkdtempSync(join(tmpdir(), 'postern-xrdp-'));
  const port = await freePort('127.0.0.1');
  const at = (name: string) => join(directory, name);
  const files = ['-keyout', at('key.pem'), '-out', at('cert.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=rdp.test', ...files], {
    stdio: 'ignore',
  });
  const globals = [
    'ini_version=1',
    'fork=true',
    `port=tcp://127.0.0.1:${port}`,
    'autorun=display',
    'max_bpp=32',
    'crypt_level=high',
    'allow_channels=true',
    'use_fastpath=both',
    'tcp_nodelay=true',
  ];
  const tls = ['security_layer=tls', `certificate=${at('cert.pem')}`, `key_file=${at('key.pem')}`];
  const logging = [`LogFile=${at('log')}`, 'LogLevel=DEBUG', 'EnableSyslog=false'];
  const channels = ['drdynvc=true', 'cliprdr=true'];
  const display = ['name=display', 'lib=libvnc.so', 'ip=127.0.0.1', `port=${vnc.port}`, 'username=na', 'password=ask'];
  const sections = { Globals: [...globals, ...tls], Logging: logging, Channels: channels, display };
  const text = Object.entries(sections).map(([name, lines]) => [`[${name}]`, ...lines, ''].join('\n'));
  writeFileSync(at('xrdp.ini'), text.join('\n'));
  return rdpServer(port, directory, '/usr/sbin/xrdp', ['--nodaemon', '--config', at('xrdp.ini')]);
}

/** A server that shows a display to one user and checks the password before it shows anything (NLA). */
export async function startNlaServer(vnc: VncServer, user: string, password: string): Promise<RdpServer> {
  const directory = mkdtempSync(join(tmpdir(), 'postern-nla-'));
  const port = await freePort('127.0.0.1');
  const md4 = ['dgst', '-md4', '-r', '-provider', 'legacy', '-provider', 'default'];
  const hash = execFileSync('openssl', md4, { input: Buffer.from(password, 'utf16le'), encoding: 'utf8' }).slice(0, 32);
  const accounts = join(directory, 'accounts');
  writeFileSync(accounts, `${user}:::${hash}:::\n`);
  const args = [`/port:${port}`, '/bind-address:127.0.0.1', '/sec:nla', '+auth', `/sam-file:${accounts}`];
  return rdpServer(port, directory, 'freerdp-shadow-cli', args, { HOME: directory, DISPLAY: vnc.display });
}

async function rdpServer(
  port: number,
  directory: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<RdpServer> {
  const server = spawn(program, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...env } });
  // xrdp starts a process for each connection.
  const kill = () => {
    try {
      process.kill(-(server.pid ?? 0), 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  process.once('exit', kill);
  await untilListening(port, START_MAX_MS);
  return {
    port,
    log: () => readFileSync(join(directory, 'log'), 'utf8'),
    async stop() {
      process.off('exit', kill);
      const gone = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined;
      kill();
      await gone;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The fingerprint that the gateway reports to an administrator who has not configured one. */
export async function fingerprintOf({ port }: RdpServer): Promise<string> {
  const refusal = await checkCertificate({ host: '127.0.0.1', port }, new AbortController().signal).catch(errorMessage);
  return /fingerprint is ([0-9a-f]{64})/.exec(refusal)?.[1] ?? '';
}

async function untilListening(port: number, maxMs: number): Promise<void> {
  for (const endMs = performance.now() + maxMs; performance.now() < endMs;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on ${port}`);
}

async function displayOf(server: ChildProcess, log: () => string): Promise<string> {
  const ready = server.stdio[3];
  if (!ready) throw new Error('no pipe');
  const timer = setTimeout(() => server.kill('SIGKILL'), START_MAX_MS);
  const number = await Promise.race([
    once(ready, 'data').then(([data]: unknown[]) => String(data).trim()),
    once(server, 'exit').then(() => undefined),
  ]);
  clearTimeout(timer);
  if (number === undefined) throw new Error(`Xvnc has ended:\n${log()}`);
  return `:${number}`;
}

/** A file for xwud: a header with an empty name, and pixels of 32 bits, little endian. */
export function toXwd({ width, height, rgb }: Screenshot): Buffer {
  const [headBytes, version, zPixmap, trueColour, window] = [104, 7, 2, 4, [width, height, 0, 0, 0]];
  const size = [24, width, height, 0];
  const layout = [0, 32, 0, 32, 32, width * 4, trueColour, 0xff0000, 0xff00, 0xff, 8, 0, 0];
  const file = Buffer.alloc(headBytes + width * height * 4);
  for (const [index, value] of [headBytes, version, zPixmap, ...size, ...layout, ...window].entries())
    file.writeUInt32BE(value, index * 4);
  for (let from = 0, to = headBytes; from < rgb.length; from += 3, to += 4)
    file.writeUInt32LE(rgb.readUIntBE(from, 3), to);
  return file;
}

/** The file format of xwd: a header of 32-bit numbers, a table of colours, and here 32 bits for each pixel. */
function parseXwd(file: Buffer): Screenshot {
  const field = (index: number) => file.readUInt32BE(index * 4);
  const [width, height, bytesOfRow] = [field(4), field(5), field(12)];
  const start = file.length - bytesOfRow * height;
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = start + y * bytesOfRow + x * 4;
      rgb[to++] = file[at + 2] ?? 0;
      rgb[to++] = file[at + 1] ?? 0;
      rgb[to++] = file[at] ?? 0;
    }
  return { width, height, rgb };
}
