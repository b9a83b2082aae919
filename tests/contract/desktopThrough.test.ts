// Desktops that are reached through a server of the inventory (docs/configuration.md, `connect.via`): VNC and RDP.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { startSshd, type Sshd } from '../support/sshd.ts';

const PASSWORD = 'secret12';
const VIA = { via: 'bastion', via_login: userInfo().username };

let directory: string;
let display: VncServer;
let xrdp: RdpServer;
let nla: RdpServer;
let sshd: Sshd;
let gateway: InProcess;
let admin: ApiClient;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'through-test-'));
  const password_file = join(directory, 'password');
  writeFileSync(password_file, PASSWORD);
  display = await startVncServer(['-SecurityTypes', 'VncAuth', ...vncPassword(directory, PASSWORD)], '800x600');
  xrdp = await startRdpServer(display);
  nla = await startNlaServer(display, 'alice', PASSWORD);
  sshd = await startSshd();
  const desktop = (name: string, addr: string, connect: object) => ({
    kind: 'windows_desktop' as const,
    version: 'v3',
    metadata: { name, labels: { team: 'lab' } },
    spec: { addr },
    connect: { ...VIA, ...connect },
  });
  const account = { user: 'alice', password_file };
  const overRdp = async (server: RdpServer) => ({ rdp: { ...account, fingerprint: await fingerprintOf(server) } });
  gateway = await startInProcess({
    inventory: [
      desktop('vnc', `127.0.0.1:${display.port}`, { vnc: { password_file } }),
      desktop('xrdp', `127.0.0.1:${xrdp.port}`, await overRdp(xrdp)),
      desktop('nla', `127.0.0.1:${nla.port}`, await overRdp(nla)),
      desktop('not-there', '127.0.0.1:9', { vnc: {} }),
      desktop('rdp-not-there', '127.0.0.1:9', { rdp: account }),
      desktop('no-server', `127.0.0.1:${display.port}`, { via: 'nowhere', vnc: { password_file } }),
      {
        kind: 'node' as const,
        version: 'v2',
        sub_kind: 'openssh',
        metadata: { name: '00000000-0000-4000-8000-000000000100' },
        spec: { addr: sshd.addr, hostname: 'bastion' },
        connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts },
      },
    ],
  });
  admin = await gateway.admin();
  await addRole(admin, 'lab', {
    allow: { windows_desktop_labels: { '*': '*' }, windows_desktop_logins: ['alice', 'ann'] },
  });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  for (const server of [xrdp, nla, display, sshd]) await server.stop();
  rmSync(directory, { recursive: true });
});

let users = 0;
async function open(name: string): Promise<DesktopSocket> {
  const browser = await gateway.user(admin, `user-${(users += 1)}`, ['lab']);
  return openDesktop(gateway, browser, name, { username: 'alice', width: '800', height: '600', extensions: '1' });
}

const others = new Set(readdirSync(tmpdir()));
const sockets = () => readdirSync(tmpdir()).filter((name) => name.startsWith('postern-way-') && !others.has(name));

test.each(['vnc', 'xrdp', 'nla'])(
  '%s: the desktop is shown, accepts input, and its socket is removed',
  async (name) => {
    const desktop = await open(name);
    await desktop.sees('picture');
    const [socket] = sockets();
    expect(statSync(join(tmpdir(), socket ?? '')).mode & 0o777).toBe(0o700);
    const mouse = () => display.output('xdotool', ['getmouselocation']).toString();
    desktop.send({ kind: 'pointerMove', x: 210, y: 211 });
    await expect.poll(mouse).toContain('x:210 y:211');
    desktop.send({ kind: 'pointerMove', x: 10, y: 11 });
    await expect.poll(mouse).toContain('x:10 y:11');
    desktop.socket.close(1000);
    await expect.poll(sockets).toEqual([]);
  },
);

test.each([
  ['not-there', /cannot connect to 127\.0\.0\.1:9/],
  ['rdp-not-there', /cannot connect to 127\.0\.0\.1:9/],
  ['no-server', /cannot find the server in between/],
])('%s: the error contains the reason', async (name, text) => {
  const desktop = await open(name);
  expect(await desktop.refusal()).toMatch(text);
  expect(sockets()).toEqual([]);
});

test('a connection test uses the same route', async () => {
  const browser = await gateway.user(admin, 'tester', ['lab', 'editor']);
  for (const [name, ok] of [
    ['vnc', true],
    ['not-there', false],
  ] as const) {
    const { json } = await browser.call('POST', `${SITE}/diagnostics/connections`, {
      resource_kind: 'windows_desktop',
      resource_name: name,
      windows_login: 'alice',
    });
    expect(json).toMatchObject({ success: ok });
  }
  expect(sockets()).toEqual([]);
});

test("a connection test over RDP does not end another user's session", async () => {
  const desktop = await open('xrdp');
  await desktop.sees('picture');
  const browser = await gateway.user(admin, 'second-tester', ['lab', 'editor']);
  const { json } = await browser.call('POST', `${SITE}/diagnostics/connections`, {
    resource_kind: 'windows_desktop',
    resource_name: 'xrdp',
    windows_login: 'alice',
  });
  expect(json).toMatchObject({ success: false });
  expect(JSON.stringify(json)).toContain('Another session uses this desktop');
  desktop.socket.close(1000);
  await expect.poll(sockets).toEqual([]);
});

test('the session ends with the connection to the server in between', async () => {
  const desktop = await open('vnc');
  await desktop.sees('picture');
  await sshd.stop();
  expect(await desktop.refusal()).toMatch(/closed the connection|failed/);
  await expect.poll(sockets).toEqual([]);
});
