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

test('requests a shell on the server with the size of the window', () => {
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

test('a shell without output is live after three seconds', async () => {
  const session = open();
  last().begin();
  await pass(3000);
  expect(session.state.get().kind).toBe('live');
});

test('passes on output that arrives one byte at a time, also within a character', () => {
  const bytes: number[] = [];
  const session = open();
  session.show({ write: (b, parsed) => (bytes.push(...b), parsed()), resize: () => undefined });
  last().begin();
  const text = new TextEncoder().encode('café €😀\r\n');
  for (const byte of text) last().frame('r', Uint8Array.of(byte));
  expect(bytes).toEqual([...text]);
});

test.each([1, 127, 128, 16_383, 16_384, 20_000, 32_767, 32_768, 65_536])(
  'an output of %i bytes is complete',
  (count) => {
    let bytes = 0;
    const session = open();
    session.show({ write: (b, parsed) => ((bytes += b.length), parsed()), resize: () => undefined });
    last().begin();
    last().frame('r', 'x'.repeat(count));
    expect(bytes).toBe(count);
  },
);

test('sets a new screen to the size of the shell', () => {
  openLive();
  expect(resized).toEqual(['104x47']);
});

test('output waits until the screen is shown', () => {
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

test('input before the prompt is sent with the prompt, because a second factor may be requested first', () => {
  const session = open();
  session.type('ls\r');
  last().begin();
  session.type('pwd\r');
  expect(last().sent).toEqual([]);
  last().frame('r', '$ ');
  expect(typed()).toBe('ls\rpwd\r');
});

const CHALLENGE = '{"webauthn_challenge":{"publicKey":{"challenge":"q83v"}},"totp_challenge":false}';

test('sends neither input nor sizes during a challenge', async () => {
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

test('sends a new size once, and no size that the server already has', () => {
  const session = openLive();
  session.resize({ cols: 120, rows: 40 });
  session.resize({ cols: 120, rows: 40 });
  session.resize({ cols: 0, rows: 40 });
  expect(sizes()).toEqual(['120:40']);
});

test('sends a size that changed during connecting as soon as the session is live', () => {
  const session = open();
  session.resize({ cols: 90, rows: 30 });
  last().begin();
  expect(last().sent).toEqual([]);
  last().frame('r', '$ ');
  expect(sizes()).toEqual(['90:30']);
});

test('applies the size of another participant and does not send it back', () => {
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

test('sends a large paste in few frames that do not split characters', () => {
  const session = openLive();
  const text = '€'.repeat(1_700_000);
  session.type(text);
  expect(typed()).toBe(text);
  expect(last().sent.length).toBeLessThan(30);
});

test('sends bytes that are not valid text unchanged', () => {
  const session = openLive();
  session.type(Uint8Array.of(0x1b, 0x5b, 0x4d, 0xff));
  expect([...last().sentBytes.at(-1)!]).toEqual([0x1b, 0x5b, 0x4d, 0xff]);
});

test('a close frame ends the session and closes the socket', () => {
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
])('ends without a reconnect after %j and %j', (before, after, how) => {
  const session = openLive();
  if (before) last().frame('r', before);
  last().frame('r', after);
  last().drop();
  expect(session.state.get()).toEqual({ kind: 'ended', how });
  expect(sockets).toHaveLength(1);
});

test('rejoins a lost session by its id immediately, and keeps the screen', () => {
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

test('retries without a network with growing delays, and then stops', async () => {
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

test('can retry immediately, or stop retrying', async () => {
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

test('a rejoin with 404 means that the session has ended', async () => {
  const session = openLive();
  await pass(60_000);
  last().drop();
  problem = { kind: 'refused', status: 404, why: 'session not found' };
  last().drop();
  await pass(0);
  expect(session.state.get()).toEqual({ kind: 'ended', how: { kind: 'gone' } });
});

test('discards input while the connection is lost, and reports it', () => {
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

test('reports input as unsent if the shell was refused', async () => {
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

test('text that the server sends instead of a shell is reported as a refusal', async () => {
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

test('a refused join is not retried', () => {
  const session = open({ kind: 'join', sid: SID, mode: 'peer' });
  last().begin();
  last().frame('r', 'ssh: could not start shell');
  last().drop();
  expect(session.state.get()).toEqual({ kind: 'refused', status: 0, why: 'ssh: could not start shell' });
  expect(sockets).toHaveLength(1);
});

test('rejoins with the same mode', () => {
  openLive({ kind: 'join', sid: SID, mode: 'observer' });
  last().drop();
  expect(asked.at(-1)).toMatchObject({ kind: 'join', sid: SID, mode: 'observer' });
});

test('sends the same request again if the server was not reached', async () => {
  const session = open();
  last().drop();
  await pass(0);
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1 });
  expect(asked.at(-1)).toEqual({ ...NODE, size: ROOM });
});

test('counts attempts across short connections, and restarts the count after a stable one', async () => {
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
])('a frame that is %s ends the connection with a reason', (_, frame) => {
  const session = openLive();
  last().deliver(frame);
  expect(session.state.get()).toMatchObject({ kind: 'lost', loss: { why: { kind: 'garbled' } } });
  expect(session.state.get()).not.toHaveProperty('next');
  expect(last().closedWith).toBe(1000);
});

test('ignores unknown frame types, text frames and unreadable events', () => {
  const session = openLive();
  last().frame('l', '{"ws":3,"ssh":1}');
  last().deliver('hello');
  for (const event of ['{"event":"session.data"}', '{"event":"resize"}', '', 'null']) last().frame('a', event);
  expect(session.state.get()).toEqual({ kind: 'live' });
  expect(shown).toBe('$ ');
});

test('keeps the close reason of the server', () => {
  const session = openLive();
  last().drop(1011, 'keep-alive missed');
  expect(session.state.get()).toMatchObject({ loss: { why: { kind: 'closed', words: 'keep-alive missed' } } });
});

test('starts a new session on the same server', () => {
  const session = openLive();
  last().frame('r', 'Process exited with status 1');
  last().drop();
  expect(session.startOver()).toBe(true);
  expect(asked.at(-1)).toEqual({ ...NODE, size: ROOM });
  expect(session.state.get()).toEqual({ kind: 'connecting' });
  expect(session.metadata.get()).toBeUndefined();
});

test('a joined session without metadata cannot start over', async () => {
  const session = open({ kind: 'join', sid: SID });
  problem = { kind: 'refused', status: 404, why: 'session not found' };
  last().drop();
  await pass(0);
  expect(session.startOver()).toBe(false);
});

test('suspect closes a live connection and rejoins', () => {
  const session = openLive();
  session.suspect();
  expect(session.state.get().kind).toBe('rejoining');
  expect(sockets[0]!.closedWith).toBe(1000);
});

test('detects a dead connection after input, reports the input as unsent and rejoins', async () => {
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

test('keeps the connection of a program that reads a password without echo', async () => {
  const session = openLive();
  session.type('secret\r');
  await pass(60_000);
  expect(session.state.get()).toEqual({ kind: 'live' });
  expect(sockets).toHaveLength(1);
});

test('after a sleep, rejoins on the first unanswered input', async () => {
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

test('a connection without a session counts as lost after ten seconds, also while rejoining', async () => {
  const session = openLive();
  last().drop();
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1 });
  await pass(10_000);
  expect(session.state.get()).toMatchObject({ kind: 'lost', next: { attempt: 2 } });
  expect(sockets[1]!.closedWith).toBe(1000);
});

test('dispose stops all retries', async () => {
  const session = openLive();
  last().drop();
  last().drop();
  session.dispose();
  await pass(600_000);
  expect(sockets).toHaveLength(2);
  expect(sockets[1]!.closedWith).toBe(1000);
});

const GONE: SocketProblem = { kind: 'refused', status: 404, why: 'not found' };

test('a session that has ended keeps the close reason of the server', async () => {
  const session = openLive();
  await pass(5000);
  problem = GONE;
  last().drop(1000, 'Disconnected: idle for 20s.');
  last().drop();
  await pass(0);
  expect(session.state.get()).toEqual({ kind: 'ended', how: { kind: 'gone', why: 'Disconnected: idle for 20s.' } });
});

test('reports an exit status together with the close reason', () => {
  const session = openLive();
  last().frame('r', 'Process exited with status 255');
  last().drop(1000, 'carol ended the session');
  expect(session.state.get()).toMatchObject({ how: { kind: 'exit', status: 255, why: 'carol ended the session' } });
});

test('a refusal is not the reason of a later end', async () => {
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

test('a refused rejoin means that the session has ended', async () => {
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

test('a session joined by id can start over after its server is known, before or after its end', async () => {
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
