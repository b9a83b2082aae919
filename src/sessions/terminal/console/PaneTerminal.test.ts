// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { noTransfers } from '../../../../tests/support/noTransfers.ts';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import { systemClock } from '../../../lib/clock.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { NO_SHELL } from '../../../wire/terminal/closeTexts.ts';
import { Emulator } from '../emulator/Emulator.ts';
import type { Target } from '../session/target.ts';
import { PaneTerminal } from './PaneTerminal.ts';
import { prefer } from './preferences.ts';

const NODE: Target = { kind: 'new', serverId: 'web-1', login: 'root' };
const JOIN: Target = { kind: 'join', sid: 'eeb62b0d-2708-4069-a081-6b3807fc3260' };
const JOIN_AS_PEER: Target = { ...JOIN, mode: 'peer' };
/** Device attributes, a line of text, bell and clipboard: every request that a program can send to a terminal. */
const REQUESTS = 'line \x1b[c\x07\x1b]52;c;aGk=\x07';
const ANSWER = '\x1b[?1;2c';

// The browser of the tests does not support fonts.
Object.defineProperty(document, 'fonts', { value: { check: () => true } });

let socket: FakeTerminalSocket;
let terminal: PaneTerminal;
let parties: { user: string; mode?: string }[] = [];

const open = async (target: Target, self: string) => {
  terminal = new PaneTerminal(target, {
    open: () => (socket = new FakeTerminalSocket()),
    explain: async () => ({ kind: 'unreachable' }),
    pingServer: async () => true,
    clock: systemClock,
    room: () => ({ cols: 80, rows: 24 }),
    loadEmulator: async () => new Emulator({ scrollbackLines: 100 }),
    self: new ValueStore<string | undefined>(self),
    parties: () => parties,
    leave: () => undefined,
    transfers: noTransfers,
    spread: (send) => send(terminal),
  });
  await vi.waitUntil(() => terminal.screen.get().kind !== 'loading');
  expect(terminal.screen.get()).toMatchObject({ kind: 'ready' });
  vi.spyOn(terminal.emulator!, 'hasFocus').mockReturnValue(true);
};
afterEach(() => {
  terminal.dispose();
  parties = [];
});

const typed = (from = socket) => from.sent.flatMap(({ type, payload }) => (type === 'r' ? [payload] : [])).join('');
/** Sends output and waits until it has been parsed. */
const print = async (text: string) => {
  socket.frame('r', text);
  const mark = `<${Math.random()}>`;
  socket.frame('r', mark);
  await vi.waitUntil(() => terminal.emulator?.text().includes(mark));
};

test('does not answer requests in output that the server repeats after a rejoin', async () => {
  prefer({ clipboardWrite: 'ask', bell: 'mark' });
  await open(NODE, 'admin');
  const first = socket;
  socket.begin();
  await print(REQUESTS);
  expect(typed()).toBe(ANSWER);
  expect(terminal.clipboardRequest.get()).toBe('hi');
  terminal.clipboardRequest.set(undefined);

  const rang = vi.fn();
  terminal.emulator!.bell.subscribe(rang);
  first.drop();
  await vi.waitUntil(() => socket !== first);
  socket.begin();
  await print(`again ${REQUESTS}`);
  expect(terminal.emulator!.text()).toContain('again line');
  expect(typed()).toBe('');
  expect(terminal.clipboardRequest.get()).toBeUndefined();
  expect(rang).not.toHaveBeenCalled();

  await print(REQUESTS);
  expect(typed()).toBe(ANSWER);
  expect(terminal.clipboardRequest.get()).toBe('hi');
  expect(rang).toHaveBeenCalledOnce();
});

test.each([
  ['admits the user', '$ ', true],
  ['refuses the user', NO_SHELL, false],
])('shows the line about earlier output only after a successful join (the server %s)', async (_, output, isShown) => {
  await open(JOIN, 'mara');
  socket.begin();
  socket.frame('r', output);
  if (!isShown) socket.drop();
  await vi.waitUntil(() => terminal.emulator?.text().includes(output));
  expect(terminal.emulator?.text().startsWith('Screen contents when you joined')).toBe(isShown);
});

test('keeps the first clipboard request until it is answered', async () => {
  prefer({ clipboardWrite: 'ask' });
  await open(NODE, 'admin');
  socket.begin();
  await print('\x1b]52;c;aGk=\x07');
  await print('\x1b]52;c;b3RoZXI=\x07');
  expect(terminal.clipboardRequest.get()).toBe('hi');
  terminal.answerClipboardRequest(false, false);
  await print('\x1b]52;c;b3RoZXI=\x07');
  expect(terminal.clipboardRequest.get()).toBe('other');
});

const CHANGE_DIRECTORY = '\x1b]7;file://web-1/srv/www\x07';

test('file transfers use the directory that the shell reports, except in repeated output or a new shell', async () => {
  await open(NODE, 'admin');
  const first = socket;
  socket.begin();
  await print(CHANGE_DIRECTORY);
  expect(terminal.files.folder.get()).toBe('/srv/www/');
  await print('\x1b]7;file://web-1/srv%0A\x07');
  expect(terminal.files.folder.get()).toBe('/srv/www/');

  first.drop();
  await vi.waitUntil(() => socket !== first);
  socket.begin();
  await print('again \x1b]7;file://web-1/etc\x07');
  expect(terminal.files.folder.get()).toBe('/srv/www/');
  terminal.startOver();
  expect(terminal.files.folder.get()).toBe('~/');
});

test("the user is a peer in a session that they started, independent of the owner's name", async () => {
  await open(NODE, 'mara');
  socket.begin({ owner: 'remote-mara' });
  expect(terminal.participantMode).toBe('peer');
  terminal.dispose();

  await open(JOIN, 'mara');
  socket.begin({ owner: 'remote-mara' });
  expect(terminal.participantMode).toBe('observer');
});

test("only the owner's window that set the size last answers requests of a program", async () => {
  await open(JOIN, 'joe');
  socket.begin({ owner: 'admin' });
  await print('repeated');
  await print(REQUESTS);
  expect(typed()).toBe('');
  terminal.dispose();

  await open(JOIN, 'admin');
  socket.begin({ owner: 'admin' });
  await print('repeated');
  socket.frame('a', JSON.stringify({ event: 'resize', size: '100:30', user: 'joe' }));
  await print(REQUESTS);
  expect(typed()).toBe(ANSWER);
  socket.frame('a', JSON.stringify({ event: 'resize', size: '100:30', user: 'admin' }));
  await print(REQUESTS);
  expect(typed()).toBe(ANSWER);
  socket.frame('a', JSON.stringify({ event: 'resize', size: '90:20', user: 'joe' }));
  await print(REQUESTS);
  expect(typed()).toBe(ANSWER);
});

test('without the owner, the first peer answers requests of a program', async () => {
  await open(JOIN_AS_PEER, 'joe');
  socket.begin({ owner: 'admin' });
  await print('repeated');
  parties = [{ user: 'joe' }, { user: 'admin' }];
  await print(REQUESTS);
  parties = [{ user: 'mara' }, { user: 'joe' }];
  await print(REQUESTS);
  expect(typed()).toBe('');
  parties = [{ user: 'joe' }, { user: 'mara' }];
  await print(REQUESTS);
  expect(typed()).toBe(ANSWER);
  parties = [
    { user: 'mara', mode: 'observer' },
    { user: 'joe', mode: 'peer' },
  ];
  await print(REQUESTS);
  expect(typed()).toBe(ANSWER + ANSWER);
});

test('confirms a paste of several lines, except with bracketed paste or by preference', async () => {
  prefer({ asksPaste: true });
  await open(NODE, 'admin');
  socket.begin();
  await print('$ ');
  const pasted = vi.spyOn(terminal.emulator!, 'paste').mockReturnValue();
  terminal.paste('one\ntwo\n');
  expect(terminal.question.get()).toMatchObject({ lines: 2 });
  terminal.answer(false);
  prefer({ asksPaste: false });
  terminal.paste('one\ntwo\n');
  expect(terminal.question.get()).toBeUndefined();
  prefer({ asksPaste: true });
  await print('\x1b[?2004h');
  terminal.paste('three\nfour\n');
  expect(terminal.question.get()).toBeUndefined();
  expect(pasted.mock.calls.flat()).toEqual(['one\ntwo\n', 'three\nfour\n']);
});
