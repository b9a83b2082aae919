// RDP through FreeRDP: it shows the desktop on a private X display, which is accessed as a VNC server.
import { CLIPBOARD_BYTES_MAX } from '../../../src/wire/desktop/sessionMessages.ts';
import type { ScreenSize } from '../../../src/wire/desktop/screenMessages.ts';
import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateDirectories } from '../../process/PrivateDirectories.ts';
import { DesktopError, type DesktopTarget } from '../target.ts';
import { checkCertificate } from './checkCertificate.ts';
import { endText } from './endText.ts';

export type RdpTarget = {
  host: string;
  port: number;
  /** A socket that leads to the server through a jump server. */
  socket?: string;
  user: string;
  domain?: string;
  password: string;
  /** SHA-256 of the server's certificate in hex. Without it the system has to trust the certificate. */
  fingerprint?: string;
  /** Id of a Windows keyboard layout. */
  layout?: number;
};

export type RdpSession = {
  target: DesktopTarget;
  /** Resolves when the desktop has ended, with a text for the user unless it was a normal sign-out. */
  ended: Promise<string | undefined>;
  /** Ends all processes. Calling it twice is harmless. */
  close(): void;
};

/** For each process: the largest screen takes 256 MB, and FreeRDP has several copies of it. */
const MEMORY_MAX_BYTES = 2 ** 30;
/** Windows id of the default keyboard layout. */
export const US_LAYOUT = 0x409;
/** Line ends may take two bytes, and a NUL follows. */
const CUT_TEXT_MAX_BYTES = 2 * CLIPBOARD_BYTES_MAX + 1;
const READY_MAX_MS = 15_000;
/** If the gateway is killed, the display ends this long after its connection, and FreeRDP ends with it. */
export const ALONE_MAX_S = 30;
/** The time without a connection to the display. */
const SIGN_IN_MAX_MS = 25_000;
/** FreeRDP logs this once the server has accepted the sign-in. */
const CONNECTED = 'Local framebuffer format';

const PACKAGES: Readonly<Record<string, string>> = { Xvnc: 'tigervnc-standalone-server', stdbuf: 'coreutils' };

/**
 * Starts a display with FreeRDP, and resolves when FreeRDP is signed in. Only this user can open the socket of the
 * target. Rejects with DesktopError if the server cannot be reached or trusted or refuses the sign-in, or a program is
 * missing. Rejects with the reason of `signal` when it aborts, which ends all processes at once.
 */
export async function openRdp(
  rdp: RdpTarget,
  size: ScreenSize,
  directories: Pick<PrivateDirectories, 'make' | 'remove'>,
  signal: AbortSignal,
): Promise<RdpSession> {
  const fingerprint = await checkCertificate(rdp, signal).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  const directory = await directories.make('rdp');
  const children: ChildProcess[] = [];
  const exits: Promise<unknown>[] = [];
  const kill = () => children.forEach((child) => child.kill('SIGKILL'));
  const onExit = () => {
    kill();
    directories.remove(directory);
  };
  const close = () => {
    kill();
    signal.removeEventListener('abort', close);
    // The processes may still write into it.
    void Promise.all(exits)
      .then(() => directories.remove(directory))
      .finally(() => process.off('exit', onExit));
  };
  process.once('exit', onExit);
  signal.addEventListener('abort', close);
  try {
    const socket = join(directory, 'vnc');
    const authority = join(directory, 'xauthority');
    await writeFile(authority, newAuthority(), { mode: 0o600 });
    const base = { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: directory, XAUTHORITY: authority };
    const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions) => {
      signal.throwIfAborted();
      const child = spawn(program, args, { env: { ...base, ...env }, cwd: directory, stdio });
      children.push(child);
      exits.push(new Promise((resolve) => child.once('close', resolve)));
      return child;
    };
    const server = run('Xvnc', displayArgs(socket, authority, size), {}, ['ignore', 'ignore', 'ignore', 'pipe']);
    const display = await displayOf(server);
    // Besides the fingerprint, FreeRDP would accept certificates that the system trusts. This disables that.
    const nothing = { SSL_CERT_FILE: '/dev/null', SSL_CERT_DIR: '/dev/null' };
    const env = { DISPLAY: display, ...nothing };
    // Otherwise its log would come in blocks of 4 KiB.
    const command = ['-oL', 'xfreerdp', ...clientArgs(rdp, fingerprint, size)];
    const client = run('stdbuf', command, env, ['pipe', 'pipe', 'ignore']);
    await started(client, 'stdbuf');
    await Promise.all([server, client].map(limitMemory));
    client.stdin?.on('error', () => undefined); // it may end before it reads
    client.stdin?.write(`${rdp.password}\n`);
    let isConnected = false;
    const ended = Promise.race([
      once(client, 'exit').then(([code]: unknown[]) => endText(code, isConnected)),
      once(server, 'exit').then(() => 'The display of the RDP session has ended. Connect again.'),
    ]).finally(close);
    await signedIn(client, ended);
    signal.throwIfAborted();
    isConnected = true;
    return { target: { address: { path: socket } }, ended, close };
  } catch (error) {
    close();
    throw signal.aborted ? signal.reason : error;
  }
}

function displayArgs(socket: string, authority: string, { width, height }: ScreenSize): string[] {
  return [
    ...['-displayfd', '3', '-geometry', `${width}x${height}`, '-depth', '24', '-auth', authority, '-nolisten', 'tcp'],
    ...['-rfbport', '-1', '-rfbunixpath', socket, '-rfbunixmode', '0600', '-SecurityTypes', 'None'],
    // FreeRDP sends key positions, not characters.
    ...['-RawKeyboard=1', '-SendPrimary=0', '-SetPrimary=0', `-MaxCutText=${CUT_TEXT_MAX_BYTES}`],
    `-MaxDisconnectionTime=${ALONE_MAX_S}`,
  ];
}

function clientArgs(rdp: RdpTarget, fingerprint: string, { width, height }: ScreenSize): string[] {
  const host = rdp.host.includes(':') ? `[${rdp.host}]` : rdp.host;
  const layout = (rdp.layout ?? US_LAYOUT).toString(16).padStart(8, '0');
  return [
    `/v:${rdp.socket ?? `${host}:${rdp.port}`}`,
    `/u:${rdp.user}`,
    ...(rdp.domain === undefined ? [] : [`/d:${rdp.domain}`]),
    '/from-stdin:force', // arguments are visible to every user of the machine
    `/cert:deny,fingerprint:sha256:${(fingerprint.match(/../g) ?? []).join(':')}`,
    '-sec-rdp',
    `/kbd:0x${layout}`,
    `/w:${width}`,
    `/h:${height}`,
    ...['/f', '-toggle-fullscreen', '-decorations', '-grab-keyboard', '/dynamic-resolution', '+clipboard'],
  ];
}

/** An X authority file with one cookie for all displays that use this file. */
function newAuthority(): Buffer {
  const field = (bytes: Buffer) => Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 255), bytes]);
  const name = Buffer.from('MIT-MAGIC-COOKIE-1');
  return Buffer.concat([
    Buffer.of(0xff, 0xff),
    field(Buffer.of()),
    field(Buffer.of()),
    field(name),
    field(randomBytes(16)),
  ]);
}

async function displayOf(server: ChildProcess): Promise<string> {
  await started(server, 'Xvnc');
  const ready = server.stdio[3];
  const timer = setTimeout(() => server.kill('SIGKILL'), READY_MAX_MS);
  const number = await Promise.race([
    ...(ready ? [once(ready, 'data').then(([data]: unknown[]) => String(data).trim())] : []),
    once(server, 'exit').then(() => undefined),
  ]);
  clearTimeout(timer);
  if (number === undefined) throw new DesktopError('The gateway could not start a display for RDP. Connect again.');
  return `:${number}`;
}

/** Resolves when FreeRDP is signed in. Rejects with DesktopError if it ends before, or takes too long. */
async function signedIn(client: ChildProcess, ended: RdpSession['ended']): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (text: string) => reject(new DesktopError(text));
    const timer = setTimeout(
      () => fail(`The RDP server did not complete the sign-in in ${SIGN_IN_MAX_MS / 1000} seconds. Try again later.`),
      SIGN_IN_MAX_MS,
    );
    void ended
      .then((text) => fail(text ?? 'The RDP server ended the session during the sign-in.'))
      .finally(() => clearTimeout(timer));
    let tail = '';
    // Read to the end, because FreeRDP would block on a full pipe.
    client.stdout?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-text.length - CONNECTED.length);
      if (!tail.includes(CONNECTED)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Limits the memory of a process, so that a hostile server ends FreeRDP and the display, and not the machine. FreeRDP
 * waits for the password until then. Machines without `prlimit` have no such limit.
 */
const limitMemory = ({ pid }: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    execFile('prlimit', ['--pid', String(pid), `--data=${MEMORY_MAX_BYTES}`, '--core=0'], () => resolve());
  });

async function started(child: ChildProcess, program: string): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch {
    throw new DesktopError(
      `The gateway cannot start ${program}, which RDP needs. Install the package ${PACKAGES[program] ?? program} on it.`,
    );
  }
}
