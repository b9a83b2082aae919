import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionPorts } from '../../../../tests/support/consolePorts.ts';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import type { SocketProblem } from '../../../api/sockets.ts';
import { systemClock } from '../../../lib/clock.ts';
import { fromUtf8 } from '../../../lib/encoding.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import type { Target } from './target.ts';
import { TerminalSession } from './TerminalSession.ts';
import type { Screen } from './WriteQueue.ts';

const START = Date.UTC(2026, 10, 21, 14);
const SID = 'eeb62b0d-2708-4069-a081-6b3807fc3260';
const NODE: Target = { kind: 'new', serverId: '3c91d1d6-67cf-4d76-97bf-2f858022fd20', login: 'root' };
const ROOM = { cols: 104, rows: 47 };

let sockets: FakeTerminalSocket[];
let asked: ConnectParams[];
let problem: SocketProblem;
/** The result of a plain request to the server. */
let reached: Promise<boolean>;
let shown: string;
let resized: string[];
const screen: Screen = {
  write(bytes, parsed) {
    shown += fromUtf8(bytes);
    parsed();
  },
  resize: ({ cols, rows }) => resized.push(`${cols}x${rows}`),
};

const open = (target: Target = NODE): TerminalSession => {
  const session = new TerminalSession(target, ROOM, {
    open: (params) => {
      asked.push(params);
      const socket = new FakeTerminalSocket();
      sockets.push(socket);
      return socket;
    },
    explain: () => Promise.resolve(problem),
    pingServer: () => reached,
    clock: systemClock,
  });
  session.show(screen);
  return session;
};
/** A session with a prompt. */
const openLive = (target?: Target): TerminalSession => {
  const session = open(target);
  last().begin();
  last().frame('r', '$ ');
  return session;
};
const last = (): FakeTerminalSocket => sockets.at(-1)!;
const typed = (socket = last()): string =>
  socket.sent
    .filter((f) => f.type === 'r')
    .map((f) => f.payload)
    .join('');
const sizes = (socket = last()): string[] =>
  socket.sent.filter((f) => f.type === 'w').map((f) => String(JSON.parse(f.payload).size));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  sockets = [];
  asked = [];
  resized = [];
  shown = '';
  problem = { kind: 'unreachable' };
  reached = Promise.resolve(true);
});
afterEach(() => vi.useRealTimers());

test('asks for a shell on the server, with the size of the window', () => {
  open();
  expect(asked).toEqual([{ ...NODE, size: ROOM }]);
});

test('is live with the first output, not with the metadata', () => {
  const session = open();
  expect(session.state.get()).toEqual({ kind: 'connecting' });
  last().begin();
  expect(session.state.get()).toEqual({ kind: 'connecting' });
  expect(session.metadata.get()).toMatchObject({
    id: SID,
    login: 'root',
    hostname: 'node-1',
    clusterId: 'example.test',
  });
  last().frame('r', '$ ');
  expect(session.state.get()).toEqual({ kind: 'live' });
  expect(shown).toBe('$ ');
});

test('a shell that says nothing counts as there after three seconds', async () => {
  const session = open();
  last().begin();
  await pass(3000);
  expect(session.state.get().kind).toBe('live');
});

test('output that comes one byte at a time arrives whole, also when a character is cut', () => {
  const bytes: number[] = [];
  const session = open();
  session.show({ write: (b, parsed) => (bytes.push(...b), parsed()), resize: () => undefined });
  last().begin();
  const text = new TextEncoder().encode('café €😀\r\n');
  for (const byte of text) last().frame('r', Uint8Array.of(byte));
  expect(bytes).toEqual([...text]);
});

test.each([1, 127, 128, 16_383, 16_384, 20_000, 32_767, 32_768, 65_536])(
  'an output of %i bytes loses none',
  (count) => {
    let bytes = 0;
    const session = open();
    session.show({ write: (b, parsed) => ((bytes += b.length), parsed()), resize: () => undefined });
    last().begin();
    last().frame('r', 'x'.repeat(count));
    expect(bytes).toBe(count);
  },
);

test('a screen begins with the size of the shell, which it may have no room to measure', () => {
  openLive();
  expect(resized).toEqual(['104x47']);
});

test('output waits for a screen', () => {
  const socket = new FakeTerminalSocket();
  const session = new TerminalSession(
    NODE,
    ROOM,
    sessionPorts(() => socket),
  );
  socket.begin();
  socket.frame('r', 'Welcome\r\n$ ');
  session.show(screen);
  expect(shown).toBe('Welcome\r\n$ ');
});

test('what is typed before the prompt waits for it, because a second factor may be asked first', () => {
  const session = open();
  session.type('ls\r');
  last().begin();
  session.type('pwd\r');
  expect(last().sent).toEqual([]);
  last().frame('r', '$ ');
  expect(typed()).toBe('ls\rpwd\r');
});

const CHALLENGE = '{"webauthn_challenge":{"publicKey":{"challenge":"q83v"}},"totp_challenge":false}';

test('a challenge stops everything that would be taken for its answer', async () => {
  const session = open();
  session.type('ls\r');
  last().begin();
  last().frame('n', CHALLENGE);
  session.resize({ cols: 80, rows: 24 });
  await pass(10_000);
  expect(session.state.get().kind).toBe('authenticating');
  expect(last().sent).toEqual([]);
  last().frame('r', '$ ');
  expect(session.state.get().kind).toBe('live');
  expect([sizes(), typed()]).toEqual([['80:24'], 'ls\r']);
});

test('a new size is told once, and not when the server knows it already', () => {
  const session = openLive();
  session.resize({ cols: 120, rows: 40 });
  session.resize({ cols: 120, rows: 40 });
  session.resize({ cols: 0, rows: 40 });
  expect(sizes()).toEqual(['120:40']);
});

test('a size that changed while connecting is told as soon as there is a shell', () => {
  const session = open();
  session.resize({ cols: 90, rows: 30 });
  last().begin();
  expect(last().sent).toEqual([]);
  last().frame('r', '$ ');
  expect(sizes()).toEqual(['90:30']);
});

test('another participant’s size is followed to the cell and not sent back', () => {
  const session = openLive();
  resized = [];
  last().frame('a', '{"event":"resize","size":"80:25","user":"ana"}');
  expect(resized).toEqual(['80x25']);
  expect(session.size.get()).toEqual({ cols: 80, rows: 25, setBy: 'ana' });
  expect(sizes()).toEqual([]);
  session.resize(ROOM);
  expect(sizes()).toEqual(['104:47']);
  expect(session.size.get()).toEqual(ROOM);
});

test('a large paste goes in few frames that do not cut characters', () => {
  const session = openLive();
  const text = '€'.repeat(1_700_000);
  session.type(text);
  expect(typed()).toBe(text);
  expect(last().sent.length).toBeLessThan(30);
});

test('bytes that are no text go as they are', () => {
  const session = openLive();
  session.type(Uint8Array.of(0x1b, 0x5b, 0x4d, 0xff));
  expect([...last().sentBytes.at(-1)!]).toEqual([0x1b, 0x5b, 0x4d, 0xff]);
});

test('a goodbye ends the session, and the socket is closed', () => {
  const session = openLive();
  last().frame('r', 'the connection was closed on the remote side\n');
  last().frame('c');
  expect(session.state.get()).toEqual({ kind: 'ended', how: { kind: 'done' } });
  expect(last().closedWith).toBe(1000);
});

test.each([
  ['exit 3\r\nlogout\r\n', 'Process exited with status 3', { kind: 'exit', status: 3 }],
  ['Failed to launch: user: unknown user x.\r\r\n', 'Process exited with status 255', { kind: 'exit', status: 255 }],
  ['', 'wait: remote command exited without exit status or exit signal', { kind: 'cut' }],
])('after %j and %j it is over at once', (before, after, how) => {
  const session = openLive();
  if (before) last().frame('r', before);
  last().frame('r', after);
  last().drop();
  expect(session.state.get()).toEqual({ kind: 'ended', how });
  expect(sockets).toHaveLength(1);
});

test('a lost connection is rejoined by the id of the session at once, and keeps what is on the screen', () => {
  const session = openLive();
  const back = vi.fn();
  session.rejoined.subscribe(back);
  last().drop();
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1, loss: { atMs: START } });
  expect(asked.at(-1)).toEqual({ kind: 'join', sid: SID, size: ROOM });
  last().begin();
  expect(back).not.toHaveBeenCalled();
  last().frame('r', '$ ');
  expect(back).toHaveBeenCalledWith({ atMs: START, why: { kind: 'network' } });
  expect(session.state.get()).toEqual({ kind: 'live' });
  expect(shown).toBe('$ $ ');
});

test('without network it tries again, later and later, and then stops', async () => {
  const session = openLive();
  last().drop();
  const seen: unknown[] = [];
  session.state.subscribe(() => {
    const state = session.state.get();
    if (state.kind === 'lost') seen.push(state.next ? [state.next.attempt, state.next.atMs - Date.now()] : 'stopped');
  });
  for (let i = 0; i < 10; i++) {
    last().drop();
    await pass(31_000);
  }
  expect(seen).toEqual([
    [2, 1000],
    [3, 2000],
    [4, 4000],
    [5, 4000],
    [6, 4000],
    [7, 8000],
    [8, 15_000],
    [9, 30_000],
    [10, 30_000],
    'stopped',
  ]);
  const before = sockets.length;
  await pass(600_000);
  expect(sockets).toHaveLength(before);
  session.tryNow();
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1, loss: { atMs: START } });
});

test('one can try now, or stop trying', async () => {
  const session = openLive();
  last().drop();
  last().drop();
  await pass(0);
  expect(session.state.get()).toMatchObject({ kind: 'lost', next: { attempt: 2 } });
  session.tryNow();
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 2 });
  session.stopTrying();
  expect(session.state.get()).toEqual({ kind: 'lost', loss: { atMs: START, why: { kind: 'network' } } });
  const before = sockets.length;
  await pass(600_000);
  expect(sockets).toHaveLength(before);
});

test('a session that the server no longer knows is over', async () => {
  const session = openLive();
  await pass(60_000);
  last().drop();
  problem = { kind: 'refused', status: 404, why: 'session not found' };
  last().drop();
  await pass(0);
  expect(session.state.get()).toEqual({ kind: 'ended', how: { kind: 'gone' } });
});

test('keys are not sent while the connection is lost, and that is said', () => {
  const session = openLive();
  const unsent = vi.fn();
  session.unsent.subscribe(unsent);
  last().drop();
  session.type('rm -rf /tmp/x\r');
  expect(unsent).toHaveBeenCalledOnce();
  last().begin();
  last().frame('r', '$ ');
  expect(typed()).toBe('');
});

test('words that waited for a shell that never came are reported as unsent', async () => {
  const session = open();
  const unsent = vi.fn();
  session.unsent.subscribe(unsent);
  session.type('ls\r');
  problem = { kind: 'refused', status: 404, why: 'not found' };
  last().drop();
  await pass(0);
  expect(unsent).toHaveBeenCalledOnce();
  expect(session.state.get()).toEqual({ kind: 'refused', status: 404, why: 'not found' });
});

test('the reason that the server prints instead of a shell is told as such', async () => {
  const session = open();
  last().begin();
  last().frame('r', 'access denied to daemon connecting to node-1');
  problem = { kind: 'refused', status: 404, why: 'session not found' };
  last().drop();
  last().drop();
  await pass(0);
  expect(session.state.get()).toEqual({
    kind: 'refused',
    status: 0,
    why: 'access denied to daemon connecting to node-1',
  });
});

test('a participant who may not join is not made to try again', () => {
  const session = open({ kind: 'join', sid: SID, mode: 'peer' });
  last().begin();
  last().frame('r', 'ssh: could not start shell');
  last().drop();
  expect(session.state.get()).toEqual({ kind: 'refused', status: 0, why: 'ssh: could not start shell' });
  expect(sockets).toHaveLength(1);
});

test('the mode of a participant survives a rejoin', () => {
  openLive({ kind: 'join', sid: SID, mode: 'observer' });
  last().drop();
  expect(asked.at(-1)).toMatchObject({ kind: 'join', sid: SID, mode: 'observer' });
});

test('a server that was never reached is tried again with the same request', async () => {
  const session = open();
  last().drop();
  await pass(0);
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1 });
  expect(asked.at(-1)).toEqual({ ...NODE, size: ROOM });
});

test('a connection that breaks again and again counts on; one that held counts anew', async () => {
  const session = openLive();
  last().drop();
  last().begin();
  last().frame('r', '$ ');
  last().drop();
  expect(session.state.get()).toMatchObject({ kind: 'lost', next: { attempt: 2 } });
  await pass(1000);
  last().begin();
  last().frame('r', '$ ');
  await pass(20_000);
  last().drop();
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1 });
});

test.each([
  ['cut off', Uint8Array.of(0x0a, 0x01, 0x31, 0x12, 0x01).buffer],
  ['empty', new ArrayBuffer(0)],
  ['with metadata that is no JSON', Uint8Array.of(0x0a, 1, 0x31, 0x12, 1, 0x73, 0x1a, 1, 0x7b).buffer],
])('a frame that is %s ends the connection with its reason instead of losing text', (_, frame) => {
  const session = openLive();
  last().deliver(frame);
  expect(session.state.get()).toMatchObject({ kind: 'lost', loss: { why: { kind: 'garbled' } } });
  expect(session.state.get()).not.toHaveProperty('next');
  expect(last().closedWith).toBe(1000);
});

test('letters of other releases, text frames and events that cannot be read change nothing', () => {
  const session = openLive();
  last().frame('l', '{"ws":3,"ssh":1}');
  last().deliver('hello');
  for (const event of ['{"event":"session.data"}', '{"event":"resize"}', '', 'null']) last().frame('a', event);
  expect(session.state.get()).toEqual({ kind: 'live' });
  expect(shown).toBe('$ ');
});

test('the server’s own reason for closing is kept', () => {
  const session = openLive();
  last().drop(1011, 'keep-alive missed');
  expect(session.state.get()).toMatchObject({ loss: { why: { kind: 'closed', words: 'keep-alive missed' } } });
});

test('a new session begins on the same server, below what stands there', () => {
  const session = openLive();
  last().frame('r', 'Process exited with status 1');
  last().drop();
  expect(session.startOver()).toBe(true);
  expect(asked.at(-1)).toEqual({ ...NODE, size: ROOM });
  expect(session.state.get()).toEqual({ kind: 'connecting' });
  expect(session.metadata.get()).toBeUndefined();
});

test('without metadata a joined session knows no server to begin anew on', async () => {
  const session = open({ kind: 'join', sid: SID });
  problem = { kind: 'refused', status: 404, why: 'session not found' };
  last().drop();
  await pass(0);
  expect(session.startOver()).toBe(false);
});

test('a server that was found unreachable ends a connection that does not know it yet', () => {
  const session = openLive();
  session.suspect();
  expect(session.state.get().kind).toBe('rejoining');
  expect(sockets[0]!.closedWith).toBe(1000);
});

test('what is typed into a connection that died without a word is told, and the session is joined again', async () => {
  const session = openLive();
  const unsent = vi.fn();
  session.unsent.subscribe(unsent);
  reached = new Promise(() => undefined);
  session.type('ls\r');
  await pass(8000);
  expect(unsent).toHaveBeenCalledOnce();
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1, loss: { why: { kind: 'network' } } });
  expect(sockets[0]!.closedWith).toBe(1000);
});

test('a program that takes a password in silence keeps its connection', async () => {
  const session = openLive();
  session.type('secret\r');
  await pass(60_000);
  expect(session.state.get()).toEqual({ kind: 'live' });
  expect(sockets).toHaveLength(1);
});

test('after a sleep the first keys without an answer are enough', async () => {
  const session = openLive();
  session.doubt();
  session.type('l');
  last().frame('r', 'l');
  session.type('s');
  await pass(60_000);
  expect(session.state.get().kind).toBe('live');
  session.doubt();
  session.type('x');
  await pass(3000);
  expect(session.state.get().kind).toBe('rejoining');
});

test('a server that takes the connection and never begins counts as lost, also while rejoining', async () => {
  const session = openLive();
  last().drop();
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1 });
  await pass(10_000);
  expect(session.state.get()).toMatchObject({ kind: 'lost', next: { attempt: 2 } });
  expect(sockets[1]!.closedWith).toBe(1000);
});

test('after disposal nothing moves any more', async () => {
  const session = openLive();
  last().drop();
  last().drop();
  session.dispose();
  await pass(600_000);
  expect(sockets).toHaveLength(2);
  expect(sockets[1]!.closedWith).toBe(1000);
});

const GONE: SocketProblem = { kind: 'refused', status: 404, why: 'not found' };

test('the reason of an end is the server’s last word', async () => {
  const session = openLive();
  await pass(5000);
  problem = GONE;
  last().drop(1000, 'Disconnected: idle for 20s.');
  last().drop();
  await pass(0);
  expect(session.state.get()).toEqual({ kind: 'ended', how: { kind: 'gone', why: 'Disconnected: idle for 20s.' } });
});

test('a status from outside is told with its reason', () => {
  const session = openLive();
  last().frame('r', 'Process exited with status 255');
  last().drop(1000, 'carol ended the session');
  expect(session.state.get()).toMatchObject({ how: { kind: 'exit', status: 255, why: 'carol ended the session' } });
});

test('a refusal is the reason of no later end', async () => {
  const session = open();
  last().begin();
  last().frame('r', 'failed to connect: it refused the login root');
  problem = GONE;
  last().drop();
  last().drop();
  await pass(0);
  expect(session.state.get().kind).toBe('refused');
  session.startOver();
  last().begin();
  await pass(5000);
  last().drop();
  last().drop();
  await pass(0);
  expect(session.state.get()).toEqual({ kind: 'ended', how: { kind: 'gone' } });
});

test('a session that lets nobody in after a loss is gone, and was not rejoined', async () => {
  const session = openLive();
  const rejoined = vi.fn();
  session.rejoined.subscribe(rejoined);
  last().drop();
  last().begin();
  last().frame('r', 'ssh: could not start shell');
  last().drop();
  await pass(0);
  expect(session.state.get()).toEqual({ kind: 'ended', how: { kind: 'gone' } });
  expect(rejoined).not.toHaveBeenCalled();
});

test('a session that was joined by its id alone learns where it ran, before the server says that it is gone or after', async () => {
  const home = { serverId: 'web-1', login: 'root' };
  for (const isEarly of [true, false]) {
    problem = GONE;
    const session = open({ kind: 'join', sid: SID });
    if (isEarly) session.learnHome(home);
    last().drop();
    await pass(0);
    if (!isEarly) session.learnHome(home);
    expect(session.state.get()).toEqual({ kind: 'ended', how: { kind: 'gone' } });
    expect(session.canStartOver).toBe(true);
  }
});
