// Sessions on desktops with a scripted VNC server (streams §5).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { openDesktop, type DesktopSocket } from '../support/desktopSocket.ts';
import { addRole } from '../support/inProcessTerminal.ts';
import { StubVncServer } from '../support/stubVncServer.ts';

let gateway: InProcess;
let admin: ApiClient;
let sessions = 0;

beforeAll(async () => {
  const document = { kind: 'windows_desktop' as const, version: 'v3', metadata: { name: 'stub' }, spec: { addr: '' } };
  gateway = await startInProcess({ inventory: [document] });
  admin = await gateway.admin();
}, 60_000);
afterAll(() => gateway.stop());

/** Opens a session of a new user with a new role on a new desktop. */
async function open(options: object = {}): Promise<{ stub: StubVncServer; desktop: DesktopSocket }> {
  const name = `stub-${(sessions += 1)}`;
  const stub = await StubVncServer.start();
  const { inventory } = gateway.app.gateway.stores;
  const [entry] = inventory.named('windows_desktop', 'stub');
  if (!entry) throw new Error('there is no stub');
  inventory.put({
    ...entry,
    key: `${gateway.app.gateway.hostId}/${name}`,
    document: { ...entry.document, metadata: { name }, spec: { addr: `127.0.0.1:${stub.port}` } },
  });
  const allow = { windows_desktop_labels: { '*': '*' }, windows_desktop_logins: ['lab'] };
  await addRole(admin, name, { allow, options });
  return { stub, desktop: openDesktop(gateway, await gateway.user(admin, name, [name]), name, { extensions: '1' }) };
}

/** Such a session after its first picture. */
async function connected(options?: object): Promise<{ stub: StubVncServer; desktop: DesktopSocket }> {
  const opened = await open(options);
  await expect.poll(() => opened.stub.received).toContain(3);
  await opened.stub.fill(64, 64);
  await opened.desktop.sees('fence');
  return opened;
}

test('a new size is sent with its first picture', async () => {
  const { stub, desktop } = await connected();
  for (let width = 65; width < 95; width++) await stub.resize(width, 64);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(desktop.of('activated')).toHaveLength(1);
  await stub.fill(94, 64);
  await desktop.sees('fence', 2);
  expect(desktop.of('activated').map(({ width }) => width)).toEqual([64, 94]);
  const kinds = desktop.messages.map(({ kind }) => kind).filter((kind) => kind !== 'latency');
  expect(kinds.slice(kinds.lastIndexOf('activated'))).toEqual(['activated', 'picture', 'fence']);
});

test('answers to fences that the client has not read request no updates', async () => {
  const { stub, desktop } = await connected();
  desktop.socket.pause();
  await stub.resize(1000, 1000);
  const requests = () => stub.received.filter((type) => type === 3).length;
  let updates = 0;
  for (; updates < 20; updates++) {
    const before = requests();
    await stub.noise(1000, 1000);
    desktop.send(...Array.from({ length: 40 }, (_, id) => ({ kind: 'fence', id }) as const));
    const comes = expect.poll(requests, { timeout: 3000 }).toBeGreaterThan(before);
    if (!(await comes.then(() => true).catch(() => false))) break;
  }
  expect(updates).toBeLessThan(15); // the buffers of the operating system accept some of them
});

test('a clipboard text that is too long causes a warning, unless a role forbids the clipboard', async () => {
  const { stub, desktop } = await connected();
  await stub.cutText('x'.repeat(1024 * 1024 + 1));
  await stub.cutText('short');
  await desktop.sees('clipboard');
  expect(desktop.warnings()).toEqual(['The text of the clipboard was not transferred: 1048577 bytes are too many.']);
  const { stub: other, desktop: forbidden } = await connected({ desktop_clipboard: false });
  await other.cutText('x'.repeat(1024 * 1024 + 1));
  await other.resize(70, 64);
  await other.fill(70, 64);
  await forbidden.sees('activated', 2);
  expect(forbidden.warnings()).toEqual([]);
});

test('a session without a first picture ends with a message', async () => {
  const { stub, desktop } = await open();
  await expect.poll(() => stub.received).toContain(3);
  const { desktop: other } = await connected();
  gateway.pass(19_000);
  expect(desktop.isOver).toBe(false);
  gateway.pass(1000);
  expect(await desktop.refusal()).toBe('The desktop sent no picture. Check that it is running, then connect again.');
  expect(other.isOver).toBe(false);
});
