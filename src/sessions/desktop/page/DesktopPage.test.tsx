import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { decodeDesktop, encodeDesktop, type DesktopMessage } from '../../../wire/desktop/messages.ts';
import { DesktopClient } from '../DesktopClient.ts';
import { DesktopPage } from './DesktopPage.tsx';
import { defaultLayout, LAYOUTS } from './keyboardLayouts.ts';
import { parsePreferences, prefer } from './preferences.ts';

const TARGET = { clusterId: 'east', desktopName: 'lab-1', username: 'ann' };

type Socket = { onopen?: () => void; onmessage?: (event: { data: unknown }) => void; onclose?: () => void };
let sockets: Socket[];
let sent: DesktopMessage[];
let isActive: boolean;
let stop: () => void;

beforeEach(() => {
  sockets = [];
  sent = [];
  isActive = false;
  prefer({ scale: 'fit' });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ close: () => undefined }));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

type Options = {
  hasExtensions?: boolean;
  isClipboardAllowed?: boolean;
  clipboard?: Pick<Clipboard, 'readText' | 'writeText'>;
};

function open({ hasExtensions = true, isClipboardAllowed = true, clipboard }: Options = {}) {
  const client = new DesktopClient({
    check: () => Promise.resolve({ isActive }),
    open: () => {
      const socket: Socket = {};
      sockets.push(socket);
      return Object.assign(socket, {
        readyState: 1,
        send: (frame: Uint8Array) => void sent.push(decodeDesktop(frame)),
        close: () => undefined,
      }) as never;
    },
    explain: () => Promise.resolve({ kind: 'unreachable' }),
    hasExtensions,
    room: () => ({ width: 800, height: 600 }),
    clock: systemClock,
    platform: 'other',
    label: 'Screen of lab-1',
    allows: { clipboard: isClipboardAllowed, folder: true },
    pickFolder: undefined,
    clipboard,
    permission: () => Promise.resolve(clipboard ? 'granted' : 'denied'),
    hasFocus: () => true,
  });
  stop = client.start();
  render(
    <DesktopPage
      client={client}
      target={TARGET}
      backHref="/web/cluster/east/desktops"
      isRecorded
      FactorPrompt={({ onClose }) => <button onClick={onClose}>No key</button>}
    />,
  );
  return client;
}
const arrive = (message: DesktopMessage) =>
  sockets.at(-1)?.onmessage?.({ data: encodeDesktop(message).buffer.slice() });

/** A PNG up to its size. */
const png = new Uint8Array(24);
new DataView(png.buffer).setUint32(16, 8);
new DataView(png.buffer).setUint32(20, 8);

const arrivePicture = () =>
  arrive({ kind: 'picture', placed: { area: { left: 0, top: 0, right: 7, bottom: 7 }, png } });

async function connect(options?: Options) {
  const client = open(options);
  await waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]?.onopen?.();
  arrivePicture();
  await screen.findByText('Connected to lab-1');
  return client;
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('names the page after the session, describes the screen, and focuses the desktop', async () => {
  await connect();
  await waitFor(() => expect(document.title).toBe('east • ann@lab-1'));
  expect(screen.getByRole('heading', { name: 'ann@lab-1' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to desktops' }).getAttribute('href')).toBe(
    '/web/cluster/east/desktops',
  );
  const canvas = screen.getByRole('application', { name: 'Screen of lab-1' });
  expect(document.activeElement).toBe(screen.getByLabelText('Text for the desktop'));
  const help = document.getElementById(canvas.getAttribute('aria-describedby') ?? '');
  expect(help?.textContent).toContain('leaves it');
});

test('asks for confirmation before it connects to a desktop in use', async () => {
  isActive = true;
  open();
  await screen.findByRole('heading', { name: 'This desktop is in use' });
  expect(sockets).toHaveLength(0);
  await userEvent.click(button('Connect anyway'));
  expect(sockets).toHaveLength(1);
});

test('Ctrl+Shift+ArrowUp moves the focus to the toolbar', async () => {
  await connect();
  await userEvent.keyboard('{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Back to desktops');
});

test('sends Alt before a wheel event', async () => {
  await connect();
  await userEvent.keyboard('{Alt>}');
  fireEvent.wheel(screen.getByRole('application'), { deltaY: 100 });
  expect(sent.map(({ kind }) => kind)).toEqual(['keySymbol', 'wheel']);
});

test('keeps a key pressed during a mouse click, and releases keys and buttons on blur', async () => {
  await connect();
  await userEvent.keyboard('{Control>}');
  const canvas = screen.getByRole('application');
  Object.assign(canvas, { setPointerCapture: () => undefined });
  fireEvent.pointerDown(canvas, { buttons: 1 });
  expect(sent.flatMap((message) => ('isDown' in message ? [`${message.kind} ${message.isDown}`] : []))).toEqual([
    'keySymbol true',
    'pointerButton true',
  ]);
  act(() => button('Send keys').focus());
  expect(sent.flatMap((message) => ('isDown' in message && !message.isDown ? [message.kind] : [])).toSorted()).toEqual([
    'keySymbol',
    'pointerButton',
  ]);
});

test('sends a key combination from the menu, and returns the focus to the desktop', async () => {
  await connect();
  await userEvent.click(button('Send keys'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Ctrl + Alt + Del' }));
  expect(sent.flatMap((message) => (message.kind === 'keySymbol' ? [message.isDown] : []))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  await waitFor(() => expect(document.activeElement?.localName).toBe('textarea'));
});

test('reports that the desktop does not respond until the latency is normal again', async () => {
  await connect();
  arrive({ kind: 'latency', browserMs: 3, desktopMs: 12_000 });
  expect((await screen.findByRole('alert')).textContent).toBe('The desktop does not answer');
  arrive({ kind: 'latency', browserMs: 3, desktopMs: 4 });
  expect((await screen.findByText('7 ms')).getAttribute('role')).toBeNull();
});

test('lists warnings with their time, and removes them', async () => {
  await connect();
  expect(screen.queryByRole('button', { name: /warning/ })).toBeNull();
  for (const text of ['first', 'second']) arrive({ kind: 'notification', text, severity: 1 });
  await userEvent.click(await screen.findByRole('button', { name: '2 warnings' }));
  const list = await screen.findByRole('dialog', { name: 'Warnings' });
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/^second\d\d:\d\d/);
  await userEvent.click(within(list).getAllByRole('button', { name: 'Remove' })[0] ?? list);
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
});

test('the clipboard panel shows the text of the desktop and sends edited text', async () => {
  await connect();
  arrive({ kind: 'clipboard', text: 'from there' });
  await userEvent.click(button('Clipboard by hand'));
  const field = await screen.findByRole('textbox', { name: 'Text on the desktop’s clipboard' });
  expect((field as HTMLTextAreaElement).value).toBe('from there');
  await userEvent.type(field, '!');
  await userEvent.click(button('Send to the desktop'));
  expect(sent).toContainEqual({ kind: 'clipboard', text: 'from there!' });
  await waitFor(() => expect(document.activeElement?.localName).toBe('textarea'));
});

test('the clipboard panel shows new text of the desktop next to the text that the user typed', async () => {
  await connect();
  arrive({ kind: 'clipboard', text: 'first' });
  await userEvent.click(button('Clipboard by hand'));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text on the desktop’s clipboard' });
  await userEvent.type(field, ' and mine');
  arrive({ kind: 'clipboard', text: 'second' });
  const fresh = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'New text on the desktop’s clipboard',
  });
  expect([fresh.value, fresh.readOnly]).toEqual(['second', true]);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' }).value).toBe('first and mine');
  await userEvent.click(button('Send to the desktop'));
  expect(sent).toContainEqual({ kind: 'clipboard', text: 'first and mine' });
  // The desktop has the sent text now.
  await userEvent.click(button('Clipboard by hand'));
  const again = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text on the desktop’s clipboard' });
  expect(again.value).toBe('first and mine');
});

test('the clipboard panel keeps what the user typed when it is closed and opened again', async () => {
  await connect();
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text on the desktop’s clipboard' });
  await userEvent.click(button('Clipboard by hand'));
  await userEvent.type(await field(), 'half a sentence');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(button('Clipboard by hand'));
  expect((await field()).value).toBe('half a sentence');
});

test('the clipboard panel keeps a text that is too long', async () => {
  await connect();
  await userEvent.click(button('Clipboard by hand'));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text on the desktop’s clipboard' });
  const text = 'x'.repeat(1024 * 1024 + 1);
  fireEvent.change(field, { target: { value: text } });
  await userEvent.click(button('Send to the desktop'));
  expect((await screen.findByRole('alert')).textContent).toContain('too long');
  expect(field.isConnected && field.value).toBe(text);
});

test.each([
  [true, 'This gateway cannot share a folder with VNC and RDP desktops'],
  [false, 'This browser cannot share a folder. Use a Chromium browser'],
])('shows why a folder cannot be shared (extensions: %j)', async (hasExtensions, why) => {
  await connect({ hasExtensions });
  const share = button('No folder shared');
  expect(share.getAttribute('aria-disabled')).toBe('true');
  expect(share.dataset['tip']).toBe(why);
});

test('shows that the roles do not allow the clipboard', async () => {
  await connect({ isClipboardAllowed: false });
  await userEvent.click(button('Clipboard off'));
  await screen.findByText('Your roles do not allow a shared clipboard.');
});

test('the browser asks for confirmation before an open session is closed, but not an ended one', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await connect();
  expect(asks()).toBe(true);
  arrive({ kind: 'notification', text: 'The server is gone.', severity: 2 });
  await screen.findByRole('heading', { name: 'The session has ended' });
  expect(asks()).toBe(false);
});

test('shows the reason of the end of a session, and can reconnect', async () => {
  await connect();
  arrive({ kind: 'notification', text: 'The server is gone.', severity: 2 });
  await screen.findByRole('heading', { name: 'The session has ended' });
  expect(screen.getByText('The server reported: “The server is gone.”')).toBeTruthy();
  expect(button('Disconnect').getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button('Reconnect'));
  expect(sockets).toHaveLength(2);
});

test('sends the clipboard again after a reconnect', async () => {
  const clipboard = { readText: () => Promise.resolve('copied'), writeText: () => Promise.resolve() };
  const clipboards = () => sent.filter(({ kind }) => kind === 'clipboard');
  await connect({ clipboard });
  await waitFor(() => expect(clipboards()).toHaveLength(1));
  arrive({ kind: 'notification', text: 'The server is gone.', severity: 2 });
  await userEvent.click(await screen.findByRole('button', { name: 'Reconnect' }));
  arrivePicture();
  await waitFor(() => expect(clipboards()).toHaveLength(2));
});

test('the user can disconnect during connecting', async () => {
  open();
  await waitFor(() => expect(sockets).toHaveLength(1));
  await userEvent.click(button('Disconnect'));
  await screen.findByRole('heading', { name: 'You have disconnected' });
});

test('declining the second factor ends the session', async () => {
  open();
  await waitFor(() => expect(sockets).toHaveLength(1));
  const publicKey = { challenge: 'YQ==' };
  arrive({ kind: 'factor', factorKind: 'n', json: JSON.stringify({ webauthn_challenge: { publicKey } }) });
  await userEvent.click(await screen.findByRole('button', { name: 'No key' }));
  await screen.findByRole('heading', { name: 'You have disconnected' });
});

test('stores the selected scale', async () => {
  await connect();
  await userEvent.click(button('View'));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: '150 %' }));
  expect(parsePreferences(localStorage.getItem('postern_desktop'), [])).toMatchObject({ scale: 150 });
  await waitFor(() => expect(document.activeElement?.localName).toBe('textarea'));
});

test.each([
  [['nb-NO', 'en'], 'Norwegian'],
  [['de-CH'], 'Swiss German'],
  [['xx', 'fr-FR'], 'French'],
  [['xx'], 'English (US)'],
])('the default keyboard layout for %j is %s', (languages, label) => {
  expect(LAYOUTS.find(({ id }) => id === defaultLayout(languages))?.label).toBe(label);
});

test('invalid preferences are replaced with the defaults', () => {
  const defaults = { scale: 'fit', capturesKeys: true, layout: 0x409 };
  for (const text of [null, '', '[]', '{"scale":7,"layout":"x","capturesKeys":"no"}'])
    expect(parsePreferences(text, [])).toEqual(defaults);
});
