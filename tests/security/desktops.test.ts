// Hostile clients of a desktop: the gateway serves other users, its memory is limited, and no secret is revealed.
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { concatBytes } from '../../src/lib/encoding.ts';
import { encodeDesktop } from '../../src/wire/desktop/messages.ts';
import { startVncServer, type VncServer } from '../support/desktopServers.ts';
import { desktopUrl, DesktopSocket, type DesktopQuery } from '../support/desktopSocket.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { expectShortPauses, fileUrl } from '../support/loopScene.ts';
import { WebClient } from '../support/webClient.ts';

const PASSWORD = 'a-secret-of-vnc';
const MEGABYTE = 1024 * 1024;

let vnc: VncServer;
let gateway: Gateway;
let admin: WebClient;
let directory: string;
let probe: string;
let users = 0;

beforeAll(async () => {
  vnc = await startVncServer();
  directory = mkdtempSync(join(tmpdir(), 'postern-desktops-'));
  probe = join(directory, 'probe');
  const passwordFile = join(directory, 'secret');
  writeFileSync(passwordFile, `${PASSWORD}\n`);
  const desktop = (name: string, addr: string, connect = {}) => ({
    ...{ kind: 'windows_desktop', version: 'v3', metadata: { name, labels: { team: 'lab' } } },
    ...{ spec: { addr }, connect },
  });
  gateway = await startGateway({
    config: JSON.stringify({
      cluster_name: 'example.test',
      auth: { second_factor: 'off' },
      inventory: [
        desktop('lab-1', `127.0.0.1:${vnc.port}`),
        desktop('locked', '127.0.0.1:1', { vnc: { password_file: passwordFile } }),
        desktop('unreadable', '127.0.0.1:1', { vnc: { password_file: join(directory, 'missing') } }),
      ],
    }),
    args: ['--log-level', 'debug'],
    env: { NODE_OPTIONS: `--import=${fileUrl('loopProbe.mjs')}`, LOOP_PROBE: probe },
  });
  admin = await WebClient.ofFirstInvite(gateway);
  await admin.addRole('lab', { allow: { windows_desktop_labels: { '*': '*' }, windows_desktop_logins: ['lab'] } });
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  await vnc.stop();
  rmSync(directory, { recursive: true, force: true });
});

const user = () => admin.invite(`user-${(users += 1)}`, ['lab']);

function open(client: WebClient, name = 'lab-1', query: DesktopQuery = { extensions: '1' }): DesktopSocket {
  const { authorization = '', cookie = '' } = client.signedIn;
  const bearer = authorization.replace('Bearer ', '');
  const socket = new DesktopSocket(desktopUrl(gateway.base, { bearer }, name, query), { headers: { cookie } });
  onTestFinished(() => socket.socket.terminate());
  return socket;
}

async function connected(client: WebClient): Promise<DesktopSocket> {
  const desktop = open(client);
  await desktop.sees('picture');
  return desktop;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const residentBytes = () => {
  const status = readFileSync(`/proc/${gateway.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
};

test('frames longer than any message end the session', async () => {
  const client = await user();
  const desktop = await connected(client);
  desktop.socket.send(new Uint8Array(2 * MEGABYTE + 1).fill(3));
  expect(await desktop.refusal()).toContain('a message that the gateway does not know');
  const other = await connected(client);
  other.socket.send(new Uint8Array(9 * MEGABYTE));
  await other.closed;
});

test('a frame of hundreds of thousands of messages delays no other user, and its session can be ended', async () => {
  const one = encodeDesktop({ kind: 'pointerButton', button: 0, isDown: false });
  const flood = concatBytes(Array.from({ length: Math.floor((2 * MEGABYTE) / one.length) }, () => one));
  await expectShortPauses(probe, async () => {
    const client = await user();
    const desktop = await connected(client);
    desktop.socket.send(flood);
    await pause(1000);
    const name = `user-${users}`;
    await admin.expect('PUT', '/sites/-current-/locks', { targets: { user: name }, message: '', ttl: '' });
    expect(await desktop.refusal()).toBe(`lock targeting User:"${name}" is in force`);
  });
}, 60_000);

test('endless clipboards fill neither memory nor the audit log', async () => {
  const desktop = await connected(await user());
  const text = encodeDesktop({ kind: 'clipboard', text: 'x'.repeat(MEGABYTE) });
  const before = residentBytes();
  const startMs = Date.now();
  await expectShortPauses(probe, async () => {
    for (let n = 0; n < 60; n++)
      await new Promise<void>((resolve, reject) =>
        desktop.socket.send(text, (error) => (error ? reject(error) : resolve())),
      );
  });
  await pause(1000);
  expect(residentBytes() - before).toBeLessThan(300 * MEGABYTE);
  const { events } = await admin.expect('GET', '/sites/-current-/events/search?include=desktop.clipboard.send');
  expect(events.length).toBeGreaterThan(0);
  expect(events.length).toBeLessThanOrEqual(2 + (Date.now() - startMs) / 500);
}, 120_000);

test('a client that does not read does not make the gateway buffer more and more', async () => {
  const script = 'while :; do od -An -N4000 -x /dev/urandom; done';
  const xterm = vnc.run('xterm', ['-geometry', '120x40+0+0', '-e', 'sh', '-c', script]);
  onTestFinished(() => void xterm.kill());
  const client = await user();
  const desktops = [open(client, 'lab-1', {}), open(client, 'lab-1', {}), open(client, 'lab-1', {})];
  for (const desktop of desktops) {
    await desktop.sees('picture');
    desktop.socket.pause();
  }
  await pause(2000);
  const before = residentBytes();
  await pause(4000);
  expect(residentBytes() - before).toBeLessThan(80 * MEGABYTE);
}, 60_000);

test('the number of answers to announcements of folders is limited', async () => {
  const desktop = await connected(await user());
  const announcement = { kind: 'directoryAnnounce', unused: 0, directory: 2, name: 'files' } as const;
  desktop.send(...Array.from({ length: 300 }, () => announcement));
  const answers = () => desktop.of('directoryAcknowledge').length;
  await expect.poll(answers).toBeGreaterThanOrEqual(100);
  await pause(500);
  expect(answers()).toBe(100);
});

test('a thousand sockets of one user open ten desktops, and all desktops end with their sockets', async () => {
  const client = await user();
  const own = [];
  for (let n = 0; n < 10; n++) own.push(await connected(client));
  for (let batch = 0; batch < 20; batch++) {
    const refusals = await Promise.all(Array.from({ length: 50 }, () => open(client).refusal()));
    expect(new Set(refusals)).toEqual(new Set(['You have 10 desktops open, which is the most. Close one first.']));
  }
  for (const { socket } of own) socket.terminate();
  await expect
    .poll(async () => (await admin.expect('GET', '/sites/-current-/sessions')).sessions.length, { timeout: 20_000 })
    .toBe(0);
  await connected(client);
}, 120_000);

test('no secret is in the log or shown to the user', async () => {
  const client = await user();
  expect(await open(client, 'unreadable').refusal()).not.toContain(directory);
  expect(await open(client, 'locked').refusal()).toContain('127.0.0.1:1');
  const desktop = await connected(client);
  desktop.send({ kind: 'clipboard', text: 'a-secret-of-the-clipboard' });
  desktop.socket.close(1000);
  await desktop.closed;
  const { authorization = '' } = client.signedIn;
  await pause(500);
  for (const secret of [PASSWORD, 'a-secret-of-the-clipboard', authorization.replace('Bearer ', '')])
    expect(gateway.log()).not.toContain(secret);
  expect(gateway.log()).toContain(join(directory, 'missing')); // an administrator of the gateway has to find it
});
