import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import type { SocketProblem } from '../../../api/sockets.ts';
import { systemClock } from '../../../lib/clock.ts';
import { Emitter } from '../../../lib/valueStore.ts';
import { decodeDesktop, encodeDesktop, type DesktopMessage } from '../../../wire/desktop/messages.ts';
import { CLIPBOARD_BYTES_MAX, SEVERITY } from '../../../wire/desktop/sessionMessages.ts';
import { DesktopSession, type DesktopSocket } from './DesktopSession.ts';

/** The server's side of a socket. */
class FakeSocket implements DesktopSocket {
  onopen: DesktopSocket['onopen'] = null;
  onmessage: DesktopSocket['onmessage'] = null;
  onclose: DesktopSocket['onclose'] = null;
  readonly readyState = 1;
  readonly sent: DesktopMessage[] = [];
  isClosed = false;

  send = (frame: Uint8Array) => void this.sent.push(decodeDesktop(frame));
  close = () => void (this.isClosed = true);
  open = () => this.onopen?.call(this as unknown as WebSocket, new Event('open'));
  drop = () => this.onclose?.call(this as unknown as WebSocket, { code: 1006 } as CloseEvent);
  bytes = (data: ArrayBuffer) => this.onmessage?.call(this as unknown as WebSocket, { data } as MessageEvent);
  message = (message: DesktopMessage) => this.bytes(encodeDesktop(message).buffer);
}

const PICTURE: DesktopMessage = {
  kind: 'picture',
  placed: { area: { left: 0, top: 0, right: 0, bottom: 0 }, png: Uint8Array.of(1) },
};
const CHALLENGE = JSON.stringify({ webauthn_challenge: { publicKey: { challenge: 'YQ==' } }, totp_challenge: false });

let sockets: FakeSocket[];
let painted: string[];
let isActive: boolean;
let problem: SocketProblem;
let broken: Emitter;
let paintedAll: () => void;

async function start({ hasExtensions = false, failure }: { hasExtensions?: boolean; failure?: Error } = {}) {
  const painter = {
    paint: ({ kind }: { kind: string }) => void painted.push(kind),
    whenPainted: () => new Promise<void>((resolve) => (paintedAll = resolve)),
    clear: () => void painted.push('clear'),
    broken,
  };
  const session = new DesktopSession(painter, {
    check: () => (failure ? Promise.reject(failure) : Promise.resolve({ isActive })),
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    explain: () => Promise.resolve(problem),
    hasExtensions,
    room: () => ({ width: 800, height: 600 }),
    clock: systemClock,
  });
  await session.start();
  return session;
}
const last = (): FakeSocket => sockets.at(-1)!;
async function open(options: { hasExtensions?: boolean } = {}) {
  const session = await start(options);
  last().open();
  last().message(PICTURE);
  return session;
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  painted = [];
  isActive = false;
  problem = { kind: 'unreachable' };
  broken = new Emitter();
});
afterEach(() => vi.useRealTimers());

test('a session opens with the first picture and sends no input before it', async () => {
  const session = await start();
  last().open();
  session.send({ kind: 'pointerMove', x: 1, y: 2 });
  expect(session.state.get()).toEqual({ kind: 'connecting', isAgain: false });
  last().message(PICTURE);
  session.send({ kind: 'pointerMove', x: 3, y: 4 });
  expect(session.state.get()).toEqual({ kind: 'open' });
  expect(last().sent).toEqual([{ kind: 'pointerMove', x: 3, y: 4 }]);
  expect(painted).toEqual(['clear', 'screenSize', 'picture']);
});

test('does not connect to a desktop in use before the user confirms', async () => {
  isActive = true;
  const session = await start();
  expect([session.state.get().kind, sockets.length]).toEqual(['inUse', 0]);
  session.connect();
  expect(sockets).toHaveLength(1);
});

test('ends without a socket if access to the desktop is denied', async () => {
  const session = await start({ failure: new ApiError('access denied', 403) });
  // Only the server's message: the page names its source.
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'refused', text: 'access denied' } });
  expect(sockets).toHaveLength(0);
});

test('reports a missing desktop without the message of the server', async () => {
  const session = await start({ failure: new ApiError('expected at least 1 desktop, got 0', 404) });
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'missing' } });
});

test.each([
  [
    { kind: 'refused', status: 403, why: 'access denied' },
    { kind: 'refused', text: 'access denied' },
  ],
  [{ kind: 'refused', status: 404, why: 'expected at least 1 desktop, got 0' }, { kind: 'missing' }],
  [{ kind: 'unreachable' }, { kind: 'lost' }],
  [{ kind: 'blocked' }, { kind: 'refused' }],
] as const)('reports why a socket could not be opened: %j', async (found, reason) => {
  problem = found;
  const session = await start();
  last().drop();
  await vi.waitFor(() => expect(session.state.get()).toMatchObject({ kind: 'ended', reason }));
});

test('sends the answer to a challenge as the next frame, also after a declined attempt', async () => {
  const session = await start();
  last().open();
  last().message({ kind: 'factor', factorKind: 'n', json: CHALLENGE });
  session.decline(true);
  session.send({ kind: 'pointerMove', x: 1, y: 2 });
  expect(session.state.get()).toMatchObject({ kind: 'factor', declined: true });
  session.answer({ id: 'k', type: 'public-key' } as never);
  expect(last().sent).toEqual([{ kind: 'factor', factorKind: 'n', json: '{"id":"k","type":"public-key"}' }]);
  last().message(PICTURE);
  expect(session.state.get().kind).toBe('open');
});

test('ends if the server sends nothing for a minute after the answer to a challenge', async () => {
  const session = await start();
  last().open();
  last().message({ kind: 'factor', factorKind: 'n', json: CHALLENGE });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(session.state.get().kind).toBe('factor');
  session.answer({ id: 'k', type: 'public-key' } as never);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'lost' } });
});

test.each<[string, DesktopMessage, object]>([
  ['an error', { kind: 'error', text: 'gone' }, { kind: 'server', text: 'gone' }],
  ['a fatal notification', { kind: 'notification', text: 'locked', severity: 2 }, { kind: 'server', text: 'locked' }],
  ['the second factor of old clusters', { kind: 'factor', factorKind: 'u', json: '{}' }, { kind: 'unreadable' }],
  ['pictures of newer clusters', { kind: 'rdpOutput', data: Uint8Array.of(1) }, { kind: 'unreadable' }],
])('%s ends the session', async (_, message, reason) => {
  const session = await open();
  last().message(message);
  expect(session.state.get()).toMatchObject({ kind: 'ended', reason });
  expect(last().isClosed).toBe(true);
});

test.each<[string, DesktopMessage]>([
  ['an error', { kind: 'error', text: 'wrong password' }],
  ['a fatal notification', { kind: 'notification', text: 'wrong password', severity: 2 }],
])('%s before the first picture is reported as a refusal', async (_, message) => {
  const session = await start();
  last().open();
  last().message(message);
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'refused', text: 'wrong password' } });
});

test('undecodable bytes and broken pictures end the session', async () => {
  const session = await open();
  last().bytes(Uint8Array.of(255).buffer);
  expect(session.state.get()).toMatchObject({ kind: 'ended', reason: { kind: 'unreadable' } });
  session.connect();
  last().open();
  last().message(PICTURE);
  broken.emit();
  expect(session.state.get()).toMatchObject({ kind: 'ended', reason: { kind: 'unreadable' } });
});

test('lists notices newest first, and removes one or all', async () => {
  const { notices } = await open();
  for (const text of ['a', 'b', 'c']) last().message({ kind: 'notification', text, severity: 1 });
  last().message({ kind: 'notification', text: 'd', severity: 0 });
  const texts = () => notices.list.get().map(({ text, isWarning }) => (isWarning ? text : `(${text})`));
  expect(texts()).toEqual(['(d)', 'c', 'b', 'a']);
  notices.close(notices.list.get()[1]?.id ?? 0);
  expect(texts()).toEqual(['(d)', 'b', 'a']);
  notices.clear();
  expect(texts()).toEqual([]);
});

test('reconnects once after a lost connection, and later only on request or after a stable connection', async () => {
  const session = await open();
  last().drop();
  expect(session.state.get()).toEqual({ kind: 'connecting', isAgain: true });
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
  last().open();
  last().message(PICTURE);
  last().drop();
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'lost' } });
  session.connect();
  last().open();
  last().message(PICTURE);
  vi.advanceTimersByTime(10_000);
  last().drop();
  expect(session.state.get().kind).toBe('connecting');
});

test('answers a fence when all earlier pictures are painted', async () => {
  await open({ hasExtensions: true });
  last().message({ kind: 'fence', id: 7 });
  expect(last().sent).toEqual([]);
  paintedAll();
  await vi.waitFor(() => expect(last().sent).toEqual([{ kind: 'fence', id: 7 }]));
});

test('treats 15 seconds without a latency report from the gateway as a lost connection', async () => {
  const session = await open({ hasExtensions: true });
  last().message({ kind: 'latency', browserMs: 3, desktopMs: 4 });
  expect(session.latency.get()).toMatchObject({ browserMs: 3, desktopMs: 4 });
  vi.advanceTimersByTime(14_000);
  expect(session.state.get().kind).toBe('open');
  vi.advanceTimersByTime(1000);
  expect(session.state.get()).toEqual({ kind: 'connecting', isAgain: true });
  expect(session.latency.get()).toBeUndefined();
});

test('ends a connection without an answer after a minute, but waits for the second factor', async () => {
  const session = await start();
  vi.advanceTimersByTime(61_000);
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'lost' } });
  expect(last().isClosed).toBe(true);
  session.connect();
  last().message({ kind: 'factor', factorKind: 'n', json: CHALLENGE });
  vi.advanceTimersByTime(300_000);
  expect(session.state.get().kind).toBe('factor');
});

test('disconnect closes the socket without a reconnect', async () => {
  const session = await open();
  const socket = last();
  session.disconnect();
  expect(socket.isClosed).toBe(true);
  socket.drop();
  vi.advanceTimersByTime(60_000);
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'left' } });
  expect(sockets).toHaveLength(1);
});

test('skips a text above its limit with a warning', async () => {
  const session = await open();
  last().message({ kind: 'clipboard', text: 'x'.repeat(CLIPBOARD_BYTES_MAX + 1) });
  last().message({ kind: 'notification', text: 'x'.repeat(20_000), severity: SEVERITY.info });
  expect(session.state.get()).toEqual({ kind: 'open' });
  expect(session.notices.list.get().map(({ text, isWarning }) => [text, isWarning])).toEqual([
    ['A message was not transferred: 20000 bytes are too many.', true],
    ['The text of the clipboard was not transferred: 1048577 bytes are too many.', true],
  ]);
});
