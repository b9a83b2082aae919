// Sessions on desktops, with a real VNC server (streams §5).
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Entry } from '../../gateway/inventory/entry.ts';
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

const desktopDocument = (name: string, addr: string) => ({
  kind: 'windows_desktop' as const,
  version: 'v3',
  metadata: { name, labels: { team: 'lab' } },
  spec: { addr },
});
const inventoryEntry = (name: string): Entry => {
  const entry = gateway.app.gateway.stores.inventory.named('windows_desktop', name)[0];
  if (!entry) throw new Error(`there is no ${name}`);
  return entry;
};

beforeAll(async () => {
  vnc = await startVncServer();
  const desktop = (name: string, addr: string, more: object = {}) => ({ ...desktopDocument(name, addr), ...more });
  gateway = await startInProcess({
    inventory: [
      desktop('lab-1', `127.0.0.1:${vnc.port}`),
      desktop('lab-2', `127.0.0.1:${vnc.port}`, { connect: { vnc: { user: 'other' } } }),
      desktop('hidden', `127.0.0.1:${vnc.port}`, { metadata: { name: 'hidden', labels: { team: 'other' } } }),
      desktop('nobody-there', '127.0.0.1:1'),
      desktop('rdp-gone', '127.0.0.1:1', { connect: { rdp: { user: 'lab', password_file: '/etc/hostname' } } }),
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
/** A new user with a new role of the same name. */
async function user(options: object = {}, allow: object = {}): Promise<ApiClient> {
  const name = `user-${(users += 1)}`;
  await addRole(admin, name, role(options, allow));
  return gateway.user(admin, name, [name]);
}
const open = (browser: ApiClient, query: DesktopQuery = {}, name = 'lab-1') =>
  openDesktop(gateway, browser, name, query);

/** Events of one user or of all users, newest first. */
async function events(name: string, of?: string): Promise<Record<string, unknown>[]> {
  const { from, to } = { from: '2029-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z' };
  const query = new URLSearchParams({ from, to, include: name, limit: '1000' });
  const { json } = await admin.call('GET', `${SITE}/events/search?${query}`);
  const found = (json as { events: Record<string, unknown>[] }).events;
  return found.filter((event) => of === undefined || event['user'] === of);
}

const SIZE = { width: 640, height: 480 };
const mouse = () =>
  /x:(\d+) y:(\d+)/
    .exec(vnc.output('xdotool', ['getmouselocation']).toString())
    ?.slice(1)
    .join(' ');

/** Changes the screen repeatedly until the end of the test. */
function animate(): void {
  const script = 'while :; do date +%N; sleep 0.03; done';
  const xterm = vnc.run('xterm', ['-geometry', '80x24+0+0', '-e', 'sh', '-c', script]);
  onTestFinished(() => void xterm.kill());
}

async function connected(browser: ApiClient, query: DesktopQuery = EXTENSIONS, name = 'lab-1'): Promise<DesktopSocket> {
  const desktop = open(browser, query, name);
  await desktop.sees('picture');
  return desktop;
}

describe('a session', () => {
  test('without extensions gets only messages that a console of 13.1 knows', async () => {
    const desktop = await connected(await user(), {});
    animate();
    await desktop.sees('picture', 20);
    expect(new Set(desktop.messages.map(({ kind }) => kind))).toEqual(new Set(['picture']));
  });

  test('with extensions gets the size first, fences after updates, and the state of the connection', async () => {
    const desktop = await connected(await user());
    expect(desktop.messages[0]).toEqual({ kind: 'activated', ioChannelId: 0, userChannelId: 0, ...SIZE });
    await desktop.sees('fence');
    await desktop.sees('pointerShape');
    await desktop.sees('latency');
  });

  test('accepts input after the first picture', async () => {
    const desktop = open(await user());
    await desktop.opened;
    desktop.send({ kind: 'pointerMove', x: 11, y: 12 });
    await desktop.sees('picture');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(mouse()).not.toBe('11 12');
    desktop.send({ kind: 'pointerMove', x: 101, y: 102 });
    await expect.poll(mouse).toBe('101 102');
  });

  test('with extensions changes its size when the client requests another size', async () => {
    const desktop = await connected(await user());
    desktop.send(...[500, 510, 520, 530].map((width) => ({ kind: 'screenSize' as const, width, height: 400 })));
    await desktop.until(() => desktop.of('activated').at(-1)?.width === 530, 'the last size');
    expect(desktop.of('activated').map(({ width }) => width)).toEqual([640, 500, 530]);
    desktop.send({ kind: 'screenSize', ...SIZE });
    await desktop.until(() => desktop.of('activated').at(-1)?.width === 640, 'the first size again');
  });

  test('without extensions keeps its size', async () => {
    const desktop = await connected(await user(), {});
    desktop.send({ kind: 'screenSize', width: 500, height: 400 }, { kind: 'pointerMove', x: 7, y: 8 });
    await expect.poll(mouse).toBe('7 8');
    expect(vnc.screenshot()).toMatchObject(SIZE);
  });

  test('has the screen size of the document if the document has one', async () => {
    const desktop = await connected(await user(), EXTENSIONS, 'fixed');
    desktop.send({ kind: 'screenSize', width: 500, height: 400 }, { kind: 'pointerMove', x: 17, y: 18 });
    await expect.poll(mouse).toBe('17 18');
    expect(desktop.of('activated').at(-1)).toMatchObject({ width: 320, height: 200 });
    const other = await connected(await user());
    other.send({ kind: 'screenSize', ...SIZE });
    await other.until(() => other.of('activated').at(-1)?.width === 640, 'the usual size');
  });

  test('sends at most two updates ahead of the client', async () => {
    animate();
    const desktop = openDesktop(gateway, await user(), 'lab-1', EXTENSIONS, { answersFences: false });
    await desktop.sees('fence', 2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const fences = desktop.of('fence');
    expect(fences).toHaveLength(2);
    desktop.answersFences = true;
    desktop.send(...fences);
    await desktop.sees('fence', 10);
  });

  test('ends when the desktop ends', async () => {
    const short = await startVncServer();
    onTestFinished(() => short.stop());
    gateway.app.gateway.stores.inventory.put({
      ...inventoryEntry('lab-1'),
      key: `${gateway.app.gateway.hostId}/short`,
      document: desktopDocument('short', `127.0.0.1:${short.port}`),
    });
    const desktop = await connected(await user(), EXTENSIONS, 'short');
    await short.kill();
    expect(await desktop.refusal()).not.toBe('');
    expect(await desktop.closed).toBe(1000);
  });
});

describe('the socket refuses', () => {
  test.each<[string, string, DesktopQuery, string]>([
    ['an unknown desktop', 'nowhere', {}, 'There is no desktop "nowhere". Select one in the list of desktops.'],
    ['a hidden desktop', 'hidden', {}, 'There is no desktop "hidden". Select one in the list of desktops.'],
    ['a path', '../../etc/passwd', {}, 'There is no desktop "../../etc/passwd". Select one in the list of desktops.'],
    ['NUL in a name', 'lab-1\0', {}, 'There is no desktop "lab-1\0". Select one in the list of desktops.'],
    [
      'a missing login',
      'lab-1',
      { username: '' },
      'The desktop was opened without a login. Select one in the list of desktops.',
    ],
    [
      'a long login',
      'lab-1',
      { username: 'é'.repeat(129) },
      'The login is longer than 256 bytes. Select a shorter one.',
    ],
    ['no width', 'lab-1', { width: '' }, 'The screen must be between 1×1 and 8192×8192 pixels. Resize the window.'],
    [
      'a wide screen',
      'lab-1',
      { width: '8193' },
      'The screen must be between 1×1 and 8192×8192 pixels. Resize the window.',
    ],
    [
      'a fraction of a pixel',
      'lab-1',
      { height: '0.5' },
      'The screen must be between 1×1 and 8192×8192 pixels. Resize the window.',
    ],
    ['a denied login', 'lab-1', { username: 'root' }, 'Your roles do not allow root on lab-1. Select another login.'],
    ['a login for another account', 'lab-2', {}, 'lab-2 can be opened as other only. Select that login.'],
    [
      'an unreadable password file',
      'no-secret',
      {},
      'Could not connect: the gateway cannot read the password of no-secret. Ask its administrator.',
    ],
  ])('%s', async (_, name, query, text) => {
    const desktop = open(await user(), query, name);
    expect(await desktop.refusal()).toBe(text);
    expect(await desktop.closed).toBe(1000);
  });

  test.each(['nobody-there', 'rdp-gone'])('a desktop that is unreachable: %s', async (name) => {
    expect(await open(await user(), {}, name).refusal()).toContain('127.0.0.1:1');
    expect(await events('windows.desktop.session.start', `user-${users}`)).toMatchObject([
      {
        code: 'TDP00W',
        success: false,
        desktop_name: name,
        error: expect.stringContaining('127.0.0.1:1'),
      },
    ]);
  });

  test('more sessions than the roles allow', async () => {
    const browser = await user({ max_connections: 1 });
    const first = await connected(browser);
    expect(await open(browser).refusal()).toBe(
      'You have 1 session open (terminals, commands, desktops and queries), and your roles do not allow more.\nClose one first.',
    );
    first.socket.close(1000);
    await first.closed;
    await expect.poll(() => gateway.app.gateway.desktops.begunBy(`user-${users}`)).toBe(0);
    await connected(browser);
  });

  test('an invalid message of a client', async () => {
    const desktop = await connected(await user());
    desktop.send({ kind: 'rdpOutput', data: new Uint8Array() });
    expect(await desktop.refusal()).toContain('a message that the gateway does not know');
  });

  test('a message of our extensions in a session without extensions', async () => {
    const desktop = await connected(await user(), {});
    desktop.send({ kind: 'keySymbol', symbol: 0x61, scancode: 0, isDown: true });
    expect(await desktop.refusal()).toContain('a message that the gateway does not know');
  });

  test('a text frame', async () => {
    const desktop = await connected(await user());
    desktop.socket.send('hello');
    expect(await desktop.refusal()).toContain('a message that the gateway does not know');
  });
});

describe('the upgrade is refused for', () => {
  test('a page of another origin', async () => {
    const browser = await user();
    for (const origin of ['https://evil.test', 'null', gateway.base.replace('localhost', 'localhost.evil.test')]) {
      const desktop = openDesktop(gateway, browser, 'lab-1', {}, { headers: { origin } });
      expect((await desktop.opened)?.status).toBe(403);
    }
    const own = openDesktop(gateway, browser, 'lab-1', {}, { headers: { origin: gateway.base } });
    await own.sees('picture');
  });

  test('a request without cookies', async () => {
    const browser = await user();
    const nobody = openDesktop(gateway, browser, 'lab-1', {}, { headers: { cookie: '' } });
    expect((await nobody.opened)?.status).toBe(403);
  });

  test('a request without an upgrade', async () => {
    const { status } = await (await user()).call('GET', `${SITE}/desktops/lab-1/connect?username=lab&width=1&height=1`);
    expect(status).toBe(400);
  });
});

describe('locks', () => {
  test.each(['user', 'role', 'login', 'windows_desktop'])(
    'on the %s end a session at once, and prevent a new session',
    async (kind) => {
      const browser = await user({}, { windows_desktop_logins: ['lab', 'lab-3'] });
      const name = `user-${users}`;
      const login = kind === 'login' ? 'lab-3' : 'lab';
      const targets = { [kind]: { user: name, role: name, login, windows_desktop: 'lab-1' }[kind] };
      const desktop = await connected(browser, { ...EXTENSIONS, username: login });
      const lock = await admin.call('PUT', `${SITE}/locks`, { targets, message: 'maintenance', ttl: '' });
      expect(lock.status).toBe(200);
      onTestFinished(async () => {
        await admin.call('DELETE', `${SITE}/locks/${(lock.json as { name: string }).name}`);
      });
      expect(await desktop.refusal()).toMatch(/^lock targeting .* is in force: maintenance$/);
      expect(await open(browser, { username: login }).refusal()).toMatch(
        /^lock targeting .* is in force: maintenance$/,
      );
    },
  );
});

describe('the clipboard', () => {
  test('drops a text that is too long, with a warning', async () => {
    const desktop = await connected(await user());
    desktop.send({ kind: 'clipboard', text: 'x'.repeat(1024 * 1024 + 1) }, { kind: 'pointerMove', x: 31, y: 32 });
    await expect.poll(mouse).toBe('31 32');
    expect(desktop.warnings()).toEqual(['The text of the clipboard was not transferred: 1048577 bytes are too many.']);
  });

  /** The text that Shift+Insert pastes in a terminal of the desktop. */
  const pasted = async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'postern-clip-')), 'pasted');
    const xterm = vnc.run('xterm', [
      '-u8',
      '-xrm',
      '*selectToClipboard: true',
      '-geometry',
      '80x24+0+0',
      '-e',
      'sh',
      '-c',
      `grep -m1 . > ${file}.part; mv ${file}.part ${file}`,
    ]);
    onTestFinished(() => void xterm.kill());
    const text = () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    await expect
      .poll(
        () => {
          vnc.output('xdotool', ['mousemove', '100', '100', 'key', 'shift+Insert', 'key', 'Return']);
          return text();
        },
        { timeout: 10_000, interval: 300 },
      )
      .toBeDefined();
    return text();
  };
  /** Copies a text on the desktop. */
  const copy = (text: string) => {
    const sequence = `\\033]52;c;${Buffer.from(text).toString('base64')}\\007`;
    const allowed = ['-xrm', '*allowWindowOps: true', '-xrm', '*disallowedWindowOps:'];
    const xterm = vnc.run('xterm', [...allowed, '-e', 'sh', '-c', `printf '${sequence}'; sleep 20`]);
    onTestFinished(() => void xterm.kill());
  };

  test('is sent to the desktop, and its length in bytes is logged', async () => {
    const desktop = await connected(await user());
    desktop.send({ kind: 'clipboard', text: 'Gr\u00fc\u00dfe' });
    await expect
      .poll(() => events('desktop.clipboard.send', `user-${users}`))
      .toMatchObject([{ code: 'TDP02I', length: 7, desktop_addr: `127.0.0.1:${vnc.port}`, proto: 'tdp' }]);
    expect(await pasted()).toContain('Gr\u00fc\u00dfe');
  });

  test('is received from the desktop, and its length in bytes is logged', async () => {
    const desktop = await connected(await user());
    copy('Gr\u00fc\u00dfe');
    await desktop.until(() => desktop.of('clipboard').some(({ text }) => text === 'Gr\u00fc\u00dfe'), 'the text');
    expect((await events('desktop.clipboard.receive', `user-${users}`))[0]).toMatchObject({
      code: 'TDP03I',
      length: 7,
    });
  });

  test('is disabled in both directions after a role forbids it', async () => {
    const browser = await user();
    const name = `user-${users}`;
    const desktop = await connected(browser);
    const other = await connected(await user());
    const content = JSON.stringify({
      kind: 'role',
      version: 'v6',
      metadata: { name },
      spec: role({ desktop_clipboard: false }),
    });
    expect((await admin.call('PUT', `roles/${name}`, { content })).status).toBe(200);
    desktop.send({ kind: 'clipboard', text: 'a secret' });
    copy('for others');
    await other.until(() => other.of('clipboard').some(({ text }) => text === 'for others'), 'the text');
    expect(desktop.of('clipboard')).toEqual([]);
    expect(await pasted()).not.toContain('a secret');
    expect(await events('desktop.clipboard.send', name)).toEqual([]);
    expect(await events('desktop.clipboard.receive', name)).toEqual([]);
  });
});

test('a shared folder is refused with a single warning', async () => {
  const desktop = await connected(await user());
  const announce = { kind: 'directoryAnnounce', unused: 0, directory: 2, name: 'Übergabe' } as const;
  desktop.send(announce, announce);
  await desktop.sees('directoryAcknowledge', 2);
  expect(desktop.of('directoryAcknowledge')[0]).toMatchObject({ answer: 1, directory: 2 });
  expect(desktop.warnings()).toEqual([expect.stringContaining('The folder is not shared')]);
  expect(await events('desktop.directory.share')).toMatchObject([
    { code: 'TDP04W', directory_name: 'Übergabe', directory_id: 2, success: false },
  ]);
});

test('a shared folder is ignored without a warning if a role forbids folder sharing', async () => {
  const desktop = await connected(await user({ desktop_directory_sharing: false }));
  desktop.send(
    { kind: 'directoryAnnounce', unused: 0, directory: 2, name: 'x' },
    { kind: 'pointerMove', x: 41, y: 42 },
  );
  await expect.poll(mouse).toBe('41 42');
  expect(desktop.of('directoryAcknowledge')).toEqual([]);
});

test("an idle user is disconnected with the role's message", async () => {
  const desktop = await connected(await user({ client_idle_timeout: '1s' }));
  gateway.pass(2000);
  expect(await desktop.refusal()).toBe('Disconnected: idle for 1s.');
  expect(await events('client.disconnect', `user-${users}`)).toMatchObject([{ reason: 'idle for 1s', login: 'lab' }]);
});

test('input counts as activity of the user, and pictures do not', async () => {
  const desktop = await connected(await user());
  const name = `user-${users}`;
  const seen = async () => {
    const { json } = await admin.call('GET', `postern/users/${name}/sessions/web`);
    return Date.parse((json as { sessions: { lastActive: string }[] }).sessions[0]?.lastActive ?? '');
  };
  const before = await seen();
  gateway.pass(90_000);
  animate();
  await desktop.sees('fence', desktop.of('fence').length + 5);
  expect(await seen()).toBe(before);
  desktop.send({ kind: 'pointerMove', x: 1, y: 1 });
  await expect.poll(seen).toBe(before + 90_000);
});

describe('visibility to other users', () => {
  test('a running session is listed, and its desktop is marked as in use', async () => {
    const browser = await user();
    const active = async () => (await admin.call('GET', `${SITE}/desktops/fixed/active`)).json;
    expect(await active()).toEqual({ active: false });
    const desktop = await connected(browser, EXTENSIONS, 'fixed');
    expect(await active()).toEqual({ active: true });
    // A user who opens a desktop twice must confirm it, also without a rule about sessions.
    expect((await browser.call('GET', `${SITE}/desktops/fixed/active`)).json).toEqual({ active: true });
    const { json } = await admin.call('GET', `${SITE}/sessions`);
    expect((json as { sessions: object[] }).sessions).toContainEqual(
      expect.objectContaining({
        kind: 'desktop',
        desktop_name: 'fixed',
        server_hostname: 'fixed',
        login: 'lab',
        owner: `user-${users}`,
        participantModes: null,
      }),
    );
    desktop.socket.close(1000);
    await expect.poll(active).toEqual({ active: false });
  });

  test('the session is in the audit log and the list of recordings', async () => {
    const desktop = await connected(await user());
    const name = `user-${users}`;
    const { from, to } = { from: '2029-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z' };
    const listed = async () => {
      const query = new URLSearchParams({ from, to, limit: '1000' });
      const { json } = await admin.call('GET', `${SITE}/events/search/sessions?${query}`);
      return (json as { events: Record<string, unknown>[] }).events.filter((event) => event['user'] === name);
    };
    const [start] = await events('windows.desktop.session.start', name);
    expect(start).toMatchObject({
      code: 'TDP00I',
      success: true,
      user: name,
      login: 'lab',
      windows_user: 'lab',
      windows_domain: '',
      windows_desktop_service: gateway.app.gateway.hostId,
      desktop_name: 'lab-1',
      desktop_addr: `127.0.0.1:${vnc.port}`,
      desktop_labels: expect.objectContaining({ team: 'lab' }),
      proto: 'tdp',
      'addr.remote': expect.stringMatching(/:\d+$/),
    });
    expect(await listed()).toEqual([]);
    gateway.pass(5000);
    desktop.socket.close(1000);
    await expect.poll(listed).toHaveLength(1);
    expect((await listed())[0]).toMatchObject({
      code: 'TDP01I',
      sid: start?.['sid'],
      recorded: true,
      participants: [name],
      session_start: start?.['time'],
      session_stop: new Date(gateway.nowMs()).toISOString(),
      desktop_name: 'lab-1',
    });
    await expect.poll(async () => (await events('session.upload'))[0]).toMatchObject({ sid: start?.['sid'] });
  });

  test('a role can disable the recording of desktops', async () => {
    const desktop = await connected(await user({ record_session: { desktop: false } }));
    desktop.socket.close(1000);
    await expect
      .poll(() => events('windows.desktop.session.end', `user-${users}`))
      .toMatchObject([{ recorded: false }]);
  });
});

test('the only login of a desktop is its account', async () => {
  const browser = await user({}, { windows_desktop_logins: ['lab', 'other'] });
  const { json } = await browser.call('GET', `${SITE}/desktops/lab-2`);
  expect(json).toMatchObject({ logins: ['other'] });
});
