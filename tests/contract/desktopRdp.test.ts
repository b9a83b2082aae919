// RDP sessions of the gateway, against xrdp.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openRdp, type RdpSession, type RdpTarget } from '../../gateway/desktop/rdp/openRdp.ts';
import { freePort } from '../../gateway/process/listen.ts';
import { errorMessage } from '../../src/lib/errorMessage.ts';
import { DesktopClient } from '../support/desktopClient.ts';
import {
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
  directory = mkdtempSync(join(tmpdir(), 'postern-rdp-test-'));
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
  rmSync(directory, { recursive: true });
});

const target = (change: Partial<RdpTarget> = {}): RdpTarget => ({
  host: '127.0.0.1',
  port: server.port,
  user: 'alice',
  password: PASSWORD,
  ...change,
});

async function open(change: Partial<RdpTarget> = {}): Promise<{ session: RdpSession; client: DesktopClient }> {
  const session = await openRdp(target({ fingerprint, ...change }), SIZE);
  sessions.push(session);
  const client = new DesktopClient(session.target, { size: SIZE });
  clients.push(client);
  return { session, client };
}

const commandLines = (): string[] =>
  descendantsOf(process.pid).map((pid) => {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) ? readFileSync(file, 'latin1') : '';
  });
const others = new Set(readdirSync(tmpdir()));
const directories = () =>
  readdirSync(tmpdir()).filter((name) => /^postern-rdp-(?!test)/.test(name) && !others.has(name));

test('an RDP desktop shows its programs, takes keys and changes its size', async () => {
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

test('the password is on no command line, and nothing is left behind', async () => {
  const { session, client } = await open();
  await expect.poll(() => client.events).toContain('picture');
  expect(commandLines().filter((line) => line.startsWith('xfreerdp'))).toHaveLength(1);
  expect(commandLines().filter((line) => line.includes(PASSWORD))).toEqual([]);
  expect(directories()).toHaveLength(1);
  session.close();
  await session.ended;
  await expect.poll(() => commandLines().filter((line) => /^(xfreerdp|Xvnc.*rfbunixpath)/s.test(line))).toEqual([]);
  await expect.poll(directories).toEqual([]);
});

test('a session ends with its server', async () => {
  const other = await startRdpServer(display);
  const { session, client } = await open({ port: other.port, fingerprint: await fingerprintOf(other) });
  await expect.poll(() => client.events).toContain('picture');
  await other.stop();
  await session.ended;
  await expect.poll(directories).toEqual([]);
});

test('certificates that are not trusted, or not the configured one', async () => {
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  await expect(openRdp(target({ fingerprint: 'ab'.repeat(32) }), SIZE)).rejects.toThrow(
    `not the expected one: its SHA-256 fingerprint is ${fingerprint}`,
  );
  const withColons = fingerprint.toUpperCase().match(/../g)?.join(':') ?? '';
  await open({ fingerprint: withColons });
});

test('a server that is not there, and one that does not speak RDP', async () => {
  const port = await freePort('127.0.0.1');
  await expect(openRdp(target({ port }), SIZE)).rejects.toThrow('it refuses connections');
  await expect(openRdp(target({ host: 'desktop.invalid' }), SIZE)).rejects.toThrow(/desktop\.invalid/);
  await expect(openRdp(target({ port: display.port }), SIZE)).rejects.toThrow('does not speak RDP');
});

/** As the gateway names it to an administrator who has not configured one. */
async function fingerprintOf({ port }: RdpServer): Promise<string> {
  try {
    await openRdp(target({ port }), SIZE);
  } catch (error) {
    return /fingerprint is ([0-9a-f]{64})/.exec(errorMessage(error))?.[1] ?? '';
  }
  return '';
}
