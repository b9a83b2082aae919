// RDP sessions of the gateway, with xrdp.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRdp, type RdpSession, type RdpTarget } from '../../gateway/desktop/rdp/openRdp.ts';
import { PrivateDirectories } from '../../gateway/process/PrivateDirectories.ts';
import { freePort } from '../../gateway/process/listen.ts';
import { DesktopClient } from '../support/desktopClient.ts';
import {
  fingerprintOf,
  startNlaServer,
  startRdpServer,
  startVncServer,
  vncPassword,
  type RdpServer,
  type VncServer,
} from '../support/desktopServers.ts';
import { descendantsOf } from '../support/processes.ts';

const SIZE = { width: 800, height: 600 };
const PASSWORD = 'secret12';

let directory: string;
let display: VncServer;
let server: RdpServer;
let fingerprint: string;
const sessions: RdpSession[] = [];
const clients: DesktopClient[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rdp-'));
  vi.stubEnv('TMPDIR', directory); // other tests use other directories
  display = await startVncServer(['-SecurityTypes', 'VncAuth', ...vncPassword(directory, PASSWORD)], '800x600');
  server = await startRdpServer(display);
  fingerprint = await fingerprintOf(server);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.link.close();
  for (const session of sessions.splice(0)) session.close();
});
afterAll(async () => {
  await server.stop();
  await display.stop();
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

const target = (change: Partial<RdpTarget> = {}): RdpTarget => ({
  host: '127.0.0.1',
  port: server.port,
  user: 'alice',
  password: PASSWORD,
  ...change,
});

const start = (change: Partial<RdpTarget>, signal = new AbortController().signal) =>
  openRdp(target(change), SIZE, new PrivateDirectories(join(directory, 'notes')), signal);

async function open(change: Partial<RdpTarget> = {}): Promise<{ session: RdpSession; client: DesktopClient }> {
  const session = await start({ fingerprint, ...change });
  sessions.push(session);
  const client = new DesktopClient(session.target, { size: SIZE });
  clients.push(client);
  return { session, client };
}

const commandLineOf = (pid: number): string => {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'latin1') : '';
};
const commandLines = (): string[] => descendantsOf(process.pid).map(commandLineOf);
const programs = () => commandLines().filter((line) => /^(stdbuf|xfreerdp|Xvnc.*rfbunixpath)/s.test(line));
/** Memory limits of the display and of FreeRDP, in bytes. */
const memoryLimits = () =>
  descendantsOf(process.pid).flatMap((pid) => {
    const limits = /^(xfreerdp|Xvnc.*rfbunixpath)/s.test(commandLineOf(pid))
      ? readFileSync(`/proc/${pid}/limits`, 'utf8')
      : '';
    return /^Max data size +(\d+)/m.exec(limits)?.[1] ?? [];
  });
const directories = () => readdirSync(directory).filter((name) => name.startsWith('postern-rdp-'));

test('an RDP desktop shows its programs, accepts keys and changes its size', async () => {
  const file = join(directory, 'typed');
  const ready = join(directory, 'ready');
  const script = `stty raw -echo; touch ${ready}; exec cat > ${file}`;
  display.output('xsetroot', ['-solid', '#335577']);
  display.run('xterm', ['-u8', '-geometry', '60x20+100+100', '-e', 'sh', '-c', script], { LC_ALL: 'C.UTF-8' });
  await expect.poll(() => existsSync(ready)).toBe(true);
  const { client } = await open();
  const pixel = (x: number, y: number) =>
    client.screen.rgb.toString('hex', (y * client.screen.width + x) * 3).slice(0, 6);
  await expect.poll(() => pixel(700, 550)).toBe('335577');
  client.move(200, 200);
  client.type([0x61, 0x1e], [0x62, 0x30]);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('ab');
  client.link.resize({ width: 900, height: 650 });
  await expect.poll(() => display.screenshot().width).toBe(900);
});

test('the password is on no command line, memory is limited, and no file or process remains', async () => {
  const { session, client } = await open();
  await expect.poll(() => client.events).toContain('picture');
  expect(commandLines().filter((line) => line.startsWith('xfreerdp'))).toHaveLength(1);
  expect(commandLines().filter((line) => line.includes(PASSWORD))).toEqual([]);
  expect(directories()).toHaveLength(1);
  expect(memoryLimits()).toEqual(['1073741824', '1073741824']);
  session.close();
  await session.ended;
  await expect.poll(programs).toEqual([]);
  await expect.poll(directories).toEqual([]);
});

test('a session ends when its server ends', async () => {
  const other = await startRdpServer(display);
  const { session, client } = await open({ port: other.port, fingerprint: await fingerprintOf(other) });
  await expect.poll(() => client.events).toContain('picture');
  await other.stop();
  expect(await session.ended).toBe('The RDP server closed the connection. Connect again.');
  await expect.poll(directories).toEqual([]);
});

describe('a caller that cancels', () => {
  const ABORTED = new Error('aborted');

  test.each([0, 300, 600, 900])('after %i ms leaves no process or file', async (ms) => {
    const abort = new AbortController();
    const opening = start({ fingerprint }, abort.signal);
    setTimeout(() => abort.abort(ABORTED), ms);
    const session = await opening.catch((error: unknown) => error);
    const endMs = performance.now();
    if (session !== ABORTED) await (session as RdpSession).ended;
    await expect.poll(programs).toEqual([]);
    await expect.poll(directories).toEqual([]);
    // The end does not wait for the timeouts of the start (15 s) and of the sign-in (25 s).
    expect(performance.now() - endMs).toBeLessThan(10_000);
  });

  test('does not wait for a silent server', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const abort = new AbortController();
    const opening = start({ port: (silent.address() as AddressInfo).port }, abort.signal);
    const [peer] = await once(silent, 'connection');
    abort.abort(ABORTED);
    await expect(opening).rejects.toBe(ABORTED);
    (peer as { destroy(): void }).destroy();
  });

  test('can cancel while encryption starts', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(Buffer.from('030000130ed000000000000200080001000000', 'hex')));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const abort = new AbortController();
    const opening = start({ port: (server.address() as AddressInfo).port }, abort.signal);
    setTimeout(() => abort.abort(ABORTED), 200);
    await expect(opening).rejects.toBe(ABORTED);
  });
});

describe('a server with NLA', () => {
  let nla: RdpServer;
  let trusted: Partial<RdpTarget>;
  beforeAll(async () => {
    nla = await startNlaServer(display, 'alice', PASSWORD);
    trusted = { port: nla.port, fingerprint: await fingerprintOf(nla) };
  });
  afterAll(() => nla.stop());

  test('shows its desktop to a user with the correct password', async () => {
    const { client } = await open(trusted);
    await expect.poll(() => client.events).toContain('picture');
  });

  test.each([{ password: 'wrong' }, { user: 'nobody' }])('refuses wrong credentials: %o', async (change) => {
    await expect(start({ ...trusted, ...change })).rejects.toThrow(
      'The RDP server closed the connection during the sign-in. Check the user and the password in gateway.yaml.',
    );
    await expect.poll(programs).toEqual([]);
  });
});

test('refuses a certificate with another fingerprint, and accepts a fingerprint with colons', async () => {
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  await expect(start({ fingerprint: 'ab'.repeat(32) })).rejects.toThrow(
    `not the expected one: its SHA-256 fingerprint is ${fingerprint}`,
  );
  const withColons = fingerprint.toUpperCase().match(/../g)?.join(':') ?? '';
  await open({ fingerprint: withColons });
});

test('an unknown server and a server without RDP are reported', async () => {
  const port = await freePort('127.0.0.1');
  await expect(start({ port })).rejects.toThrow('it refuses connections');
  await expect(start({ host: 'desktop.invalid' })).rejects.toThrow(/desktop\.invalid/);
  await expect(start({ port: display.port })).rejects.toThrow('does not speak RDP');
});
