import { beforeEach, expect, test } from 'vitest';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { ClipboardSync } from './ClipboardSync.ts';

let here: string;
let sent: DesktopMessage[];
let warnings: string[];
let hasFocus: boolean;
let whileReading: () => Promise<void>;
let permissions: Record<string, PermissionState>;

async function sync(more: { isAllowed?: boolean; hasClipboard?: boolean } = {}): Promise<ClipboardSync> {
  const { isAllowed = true, hasClipboard = true } = more;
  const clipboard = {
    readText: async () => {
      if (permissions['clipboard-read'] === 'denied') throw new Error('denied');
      const text = here;
      await whileReading();
      return text;
    },
    writeText: (text: string) => {
      here = text;
      return Promise.resolve();
    },
  };
  const made = new ClipboardSync({
    clipboard: hasClipboard ? clipboard : undefined,
    permission: (name) => {
      const state = permissions[name];
      return state ? Promise.resolve(state) : Promise.reject(new TypeError('no such permission'));
    },
    hasFocus: () => hasFocus,
    isAllowed,
    send: (message) => void sent.push(message),
    warn: (text) => void warnings.push(text),
  });
  await made.check();
  return made;
}
const texts = () => sent.map((message) => (message.kind === 'clipboard' ? message.text : message.kind));

beforeEach(() => {
  here = '';
  sent = [];
  warnings = [];
  hasFocus = true;
  whileReading = () => Promise.resolve();
  permissions = { 'clipboard-read': 'granted', 'clipboard-write': 'granted' };
});

test('sends new text to the desktop once, with normalized line ends', async () => {
  const clipboard = await sync();
  here = 'one\r\ntwo';
  await clipboard.follow();
  await clipboard.follow();
  expect(texts()).toEqual(['one\ntwo']);
});

test('writes text of the desktop to the clipboard, and does not send it back', async () => {
  const clipboard = await sync();
  await clipboard.receive('one\r\ntwo');
  expect(here).toBe('one\r\ntwo');
  here = 'one\ntwo'; // the system returns other line ends
  await clipboard.follow();
  expect(texts()).toEqual([]);
});

test('text copied on the desktop during a read of the clipboard is not overwritten', async () => {
  const clipboard = await sync();
  here = 'old';
  whileReading = () => clipboard.receive('new');
  await clipboard.follow();
  expect([here, texts()]).toEqual(['new', []]);
});

test('text received while the window has no focus is written before the next read', async () => {
  const clipboard = await sync();
  here = 'old';
  hasFocus = false;
  await clipboard.receive('new');
  await clipboard.follow();
  expect([here, texts()]).toEqual(['old', []]);
  hasFocus = true;
  await clipboard.follow();
  expect([here, texts()]).toEqual(['new', []]);
});

test('sends the text again in a new session and on request', async () => {
  const clipboard = await sync();
  here = 'one';
  await clipboard.follow();
  clipboard.reset();
  await clipboard.follow();
  expect(clipboard.sendText('one')).toBe(true);
  expect(texts()).toEqual(['one', 'one', 'one']);
});

test('ignores empty text', async () => {
  const clipboard = await sync();
  await clipboard.follow();
  expect(texts()).toEqual([]);
  here = 'copied here';
  await clipboard.receive('');
  expect(here).toBe('copied here');
});

test('refuses a text that is too long with its size, once', async () => {
  const clipboard = await sync();
  here = 'ü'.repeat(600_000);
  await clipboard.follow();
  await clipboard.follow();
  expect(texts()).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/1\.1 MB|1\.2 MB|MiB/)]);
});

test('reports a text that is slightly too long in bytes', async () => {
  const clipboard = await sync();
  expect(clipboard.sendText('x'.repeat(1024 * 1024 + 1))).toBe(false);
  expect(warnings).toEqual([expect.stringMatching(/it has 1.048.577 B, and at most 1.048.576 B can be sent/)]);
});

test.each([
  ['the browser has no clipboard', { hasClipboard: false }, {}],
  ['the user has denied reading', {}, { 'clipboard-read': 'denied' }],
] as const)('clipboard sync is manual if %s', async (_, options, denied) => {
  permissions = { ...permissions, ...denied };
  const clipboard = await sync(options);
  here = 'here';
  await clipboard.follow();
  await clipboard.receive('there');
  expect([clipboard.state.get(), clipboard.desktopText.get(), here]).toEqual([{ kind: 'manual' }, 'there', 'here']);
  clipboard.sendText('typed');
  expect(texts()).toEqual(['typed']);
});

test('clipboard sync is manual if the browser asks for each read, or if the user revokes the permission', async () => {
  const clipboard = await sync();
  expect(clipboard.state.get().kind).toBe('on');
  permissions['clipboard-read'] = 'denied';
  await clipboard.follow();
  expect(clipboard.state.get().kind).toBe('manual');
  permissions = {};
  expect((await sync()).state.get().kind).toBe('manual');
});

test('clipboard sync is off if the roles do not allow it', async () => {
  const clipboard = await sync({ isAllowed: false });
  here = 'here';
  await clipboard.follow();
  await clipboard.receive('there');
  clipboard.sendText('typed');
  expect([clipboard.state.get().kind, texts(), here]).toEqual(['off', [], 'here']);
});
