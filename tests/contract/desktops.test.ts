// Sessions on desktops, against a real VNC server (streams §5).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scancodeOf } from '../../src/wire/desktop/scancodes.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { startVncServer, type VncServer } from '../support/desktopServers.ts';
import { openDesktop, type DesktopQuery, type DesktopSocket } from '../support/desktopSocket.ts';
import { addRole, SITE } from '../support/inProcessTerminal.ts';

const EXTENSIONS = { extensions: '1' };

let vnc: VncServer;
let gateway: InProcess;
let admin: ApiClient;

const role = (options: object = {}, allow: object = {}) => ({
  allow: {
    windows_desktop_labels: { team: 'lab' },
    windows_desktop_logins: ['lab'],
    ...allow,
  },
  options,
});

beforeAll(async () => {
  vnc = await startVncServer();
  const desktop = (name: string, addr: string, more: object = {}) => ({
    kind: 'windows_desktop' as const,
    version: 'v3',
    metadata: { name, labels: { team: 'lab' } },
    spec: { addr },
    ...more,
  });
  gateway = await startInProcess({
    inventory: [
      desktop('lab-1', `127.0.0.1:${vnc.port}`),
      desktop('lab-2', `127.0.0.1:${vnc.port}`, { connect: { vnc: { user: 'other' } } }),
      desktop('hidden', `127.0.0.1:${vnc.port}`, { metadata: { name: 'hidden', labels: { team: 'other' } } }),
      desktop('nobody-there', '127.0.0.1:1'),
      desktop('no-secret', '127.0.0.1:1', { connect: { vnc: { password_file: '/nowhere/secret-file' } } }),
      desktop('fixed', `127.0.0.1:${vnc.port}`, {
        spec: { addr: `127.0.0.1:${vnc.port}`, screen_size: { width: 320, height: 200 } },
      }),
    ],
  });
  admin = await gateway.admin();
  await addRole(admin, 'lab', role());
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await vnc.stop();
});

let users = 0;
/** Somebody with a role of their own. */
async function user(options: object = {}, allow: object = {}): Promise<ApiClient> {
  const name = `user-${(users += 1)}`;
  await addRole(admin, name, role(options, allow));
  return gateway.user(admin, name, [name]);
}
const open = (browser: ApiClient, query: DesktopQuery = {}, name = 'lab-1') =>
  openDesktop(gateway, browser, name, query);

async function events(name: string): Promise<Record<string, unknown>[]> {
  const { from, to } = { from: '2029-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z' };
  const query = new URLSearchParams({ from, to, include: name, limit: '1000' });
  const { json } = await admin.call('GET', `${SITE}/events/search?${query}`);
  return (json as { events: Record<string, unknown>[] }).events;
}

describe('a session', () => {
  test('without extensions gets pictures and nothing that 13.1 does not know', async () => {
    const browser = await user();
    const desktop = open(browser);
    await desktop.sees('picture');
    vnc.output('xsetroot', ['-solid', '#204080']);
    await desktop.sees('picture', 2);
    const kinds = new Set(desktop.messages.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['picture']);
  });

  test('with extensions is told the size first, its pointer, and fences', async () => {
    const desktop = open(await user(), EXTENSIONS);
    await desktop.sees('fence');
    expect(desktop.messages[0]).toMatchObject({ kind: 'activated', width: 640, height: 480 });
    await desktop.sees('latency');
  });
});
