// Sessions on RDP desktops with the complete gateway, with xrdp and a server with NLA.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CLIPBOARD_BYTES_MAX } from '../../src/wire/desktop/sessionMessages.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import {
  fingerprintOf,
  startNlaServer,
  startRdpServer,
  startVncServer,
  vncPassword,
  type RdpServer,
  type VncServer,
} from '../support/desktopServers.ts';
import { openDesktop, type DesktopSocket } from '../support/desktopSocket.ts';
import { addRole, SITE } from '../support/inProcessTerminal.ts';

const PASSWORD = 'secret12';

let directory: string;
let display: VncServer;
let xrdp: RdpServer;
let brief: RdpServer;
let nla: RdpServer;
let gateway: InProcess;
let admin: ApiClient;
let log = '';

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'postern-rdp-test-'));
  const at = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  display = await startVncServer(['-SecurityTypes', 'VncAuth', ...vncPassword(directory, PASSWORD)], '800x600');
  [xrdp, brief] = [await startRdpServer(display), await startRdpServer(display)];
  nla = await startNlaServer(display, 'alice', PASSWORD);
  const right = at('password', `${PASSWORD}\n`);
  const desktop = async (name: string, server: RdpServer, change: object = {}) => ({
    kind: 'windows_desktop' as const,
    version: 'v3',
    metadata: { name, labels: { team: 'lab' } },
    spec: { addr: `127.0.0.1:${server.port}` },
    connect: {
      rdp: { user: 'alice', password_file: right, fingerprint: await fingerprintOf(server), ...change },
    },
  });
  gateway = await startInProcess(
    {
      inventory: [
        await desktop('xrdp', xrdp),
        await desktop('brief', brief),
        await desktop('other-certificate', xrdp, { fingerprint: 'ab'.repeat(32) }),
        await desktop('nla', nla),
        await desktop('nla-wrong', nla, { password_file: at('wrong', 'wrong123') }),
      ],
    },
    undefined,
    { logStream: { write: (line) => (log += line) } },
  );
  admin = await gateway.admin();
  await addRole(admin, 'lab', { allow: { windows_desktop_labels: { '*': '*' }, windows_desktop_logins: ['alice'] } });
});
afterAll(async () => {
  await gateway.stop();
  for (const server of [xrdp, brief, nla, display]) await server.stop();
  rmSync(directory, { recursive: true });
});

let users = 0;
async function open(name: string): Promise<DesktopSocket> {
  const browser = await gateway.user(admin, `user-${(users += 1)}`, ['lab']);
  return openDesktop(gateway, browser, name, { username: 'alice', width: '800', height: '600', extensions: '1' });
}

async function codes(): Promise<unknown[]> {
  const query = new URLSearchParams({ from: '2029-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z', limit: '1000' });
  const { json } = await admin.call('GET', `${SITE}/events/search?${query}`);
  const { events } = json as { events: Record<string, unknown>[] };
  return events.filter(({ user, sid }) => user === `user-${users}` && sid).map(({ code }) => code);
}

const notes = () => readdirSync(join(gateway.app.gateway.settings.dataDir, 'directories'));
const processes = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
const begun = () => gateway.app.gateway.desktops.begunBy(`user-${users}`);

test('a session shows the desktop, types, copies and resizes', async () => {
  const [file, ready] = [join(directory, 'typed'), join(directory, 'ready')];
  const script = `stty raw -echo; touch ${ready}; exec cat > ${file}`;
  const args = ['-u8', '-geometry', '60x20+100+100', '-e', 'sh', '-c', script];
  const xterm = display.run('xterm', args, { LC_ALL: 'C.UTF-8' });
  onTestFinished(() => void xterm.kill());
  await expect.poll(() => existsSync(ready)).toBe(true);
  const desktop = await open('xrdp');
  await desktop.sees('picture');
  expect(await codes()).toEqual(['TDP00I']);
  expect(processes()).toContain('xfreerdp /v:127.0.0.1');
  // If the gateway is killed now, the next one can remove the remains.
  expect(notes()).toEqual([expect.stringMatching(/^postern-rdp-/)]);
  expect(processes()).not.toContain(PASSWORD);

  const mouse = () => display.output('xdotool', ['getmouselocation']).toString();
  desktop.send({ kind: 'pointerMove', x: 200, y: 201 });
  await expect.poll(mouse).toContain('x:200 y:201');
  for (const [symbol, scancode] of [
    [0x61, 0x1e],
    [0x62, 0x30],
  ] as const)
    for (const isDown of [true, false]) desktop.send({ kind: 'keySymbol', symbol, scancode, isDown });
  // The text field of the console sends keys without scancodes.
  for (const symbol of [...Array.from('Zy;{ ', (character) => character.charCodeAt(0)), 0x0100_65e5])
    for (const isDown of [true, false]) desktop.send({ kind: 'keySymbol', symbol, scancode: 0, isDown });
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('abZy;{ ');
  await desktop.until(() => desktop.of('notification').some(({ text }) => text.includes('was not typed')), 'a warning');

  // This xrdp accepts the text, in UTF-16 with CR, LF and NUL, but does not pass it to its VNC server.
  desktop.send({ kind: 'clipboard', text: 'Grüße ß€\nzwei' });
  await expect.poll(() => xrdp.log()).toMatch(/CB_FORMAT_DATA_RESPONSE msg_flags 1 length 30\b/);
  display.run('sh', ['-c', `printf '%s' "$TEXT" | xclip -selection clipboard -quiet`], { TEXT: 'Straße' });
  await desktop.until(() => desktop.of('clipboard').some(({ text }) => text === 'Straße'), 'the text');

  desktop.send({ kind: 'screenSize', width: 900, height: 650 });
  await desktop.until(() => desktop.of('activated').at(-1)?.width === 900, 'the size');
  await expect.poll(() => display.screenshot().width).toBe(900);
  desktop.socket.close(1000);
  await expect.poll(codes).toContain('TDP01I');
  await expect.poll(notes).toEqual([]);
  expect(log).not.toContain(PASSWORD);
});

test('a second session gets a warning that it shares the desktop of the account', async () => {
  const isReported = (desktop: DesktopSocket) =>
    desktop.of('notification').some(({ text }) => text.includes('same windows'));
  const first = await open('xrdp');
  await first.sees('picture');
  const second = await open('xrdp');
  await second.until(() => isReported(second), 'a warning');
  expect(isReported(first)).toBe(false);
  for (const { socket } of [first, second]) socket.close(1000);
  await expect.poll(notes).toEqual([]);
});

test('the longest clipboard text is copied, with line ends that take two bytes in transit', async () => {
  const desktop = await open('xrdp');
  await desktop.sees('picture');
  desktop.send({ kind: 'clipboard', text: 'a\n'.repeat(CLIPBOARD_BYTES_MAX / 2) });
  // UTF-16 with CR, LF and NUL.
  await expect.poll(() => xrdp.log()).toMatch(/CB_FORMAT_DATA_RESPONSE msg_flags 1 length 3145730\b/);
});

test('a connection that the server closes is reported', async () => {
  const desktop = await open('brief');
  await desktop.sees('picture');
  await brief.stop();
  expect(await desktop.refusal()).toBe('The RDP server closed the connection. Connect again.');
  await expect.poll(codes).toContain('TDP01I');
});

test.each([
  ['nla-wrong', 'The RDP server closed the connection during the sign-in. Check the user and the password'],
  ['other-certificate', 'is not the expected one: its SHA-256 fingerprint is'],
])('%s is refused and starts no session', async (name, text) => {
  const desktop = await open(name);
  expect(await desktop.refusal()).toContain(text);
  expect(desktop.of('picture')).toEqual([]);
  expect(await codes()).toEqual(['TDP00W']);
});

test('a server with NLA accepts the correct password', async () => {
  const desktop = await open('nla');
  await desktop.sees('picture');
  expect(await codes()).toEqual(['TDP00I']);
});

test('a user who disconnects before the sign-in leaves no process or file', async () => {
  const desktop = await open('xrdp');
  await desktop.opened;
  await expect.poll(processes, { interval: 20 }).toContain('postern-rdp-');
  desktop.socket.terminate();
  const leftMs = performance.now();
  await expect.poll(begun).toBe(0);
  await expect.poll(processes).not.toContain(`xfreerdp /v:127.0.0.1:${xrdp.port}`);
  expect(performance.now() - leftMs).toBeLessThan(3000);
  expect(await codes()).toEqual([]);
});
