import { readFileSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FakeCommandSocket } from '../../../../tests/support/commandSocket.ts';
import type { SocketProblem } from '../../../api/sockets.ts';
import { systemClock } from '../../../lib/clock.ts';
import { encodeCommandDone } from '../../../wire/command/commandFrames.ts';
import { CommandRun } from './CommandRun.ts';
import { tally } from './nodeState.ts';

const TASK = { command: 'uptime', login: 'root' };
let sockets: FakeCommandSocket[];
let asked: (readonly string[])[];
let problem: SocketProblem;
/** The result of a plain request to the server. */
let reached: Promise<boolean>;
const start = (...groups: string[][]): CommandRun =>
  new CommandRun(TASK, groups, {
    open: (_, ids) => {
      asked.push(ids);
      const socket = new FakeCommandSocket();
      sockets.push(socket);
      return socket;
    },
    explain: () => Promise.resolve(problem),
    pingServer: () => reached,
    nodesAtOnce: 30,
    stopsCommands: true,
    clock: { ...systemClock, now: () => 1000 },
  });
const states = (run: CommandRun) => Object.fromEntries(run.states.get());
const kinds = (run: CommandRun) => [...run.states.get().values()].map(({ kind }) => kind).join(' ');
const outputOf = (run: CommandRun, id: string) =>
  run
    .output(id)
    .get()
    .head.map(({ text }) => text)
    .join('');
const DONE = { kind: 'done', status: 0, fromMs: 1000, atMs: 1000 };

beforeEach(() => {
  sockets = [];
  asked = [];
  problem = { kind: 'unreachable' };
  reached = Promise.resolve(true);
});

test('tracks the state and the output of each node separately', () => {
  const run = start(['a', 'b', 'c']);
  const [socket] = sockets;
  socket?.open().beginOn('a', 'b');
  expect(kinds(run)).toBe('running running waiting');
  socket?.receive('b', 'one\n');
  socket?.receive('a', 'x\n');
  socket?.frame('c', encodeCommandDone('a'));
  expect(kinds(run)).toBe('done running waiting');
  socket?.beginOn('c');
  socket?.receive('b', 'two\n', 'stderr');
  socket?.receive('b', 'Process exited with status 3', 'teleport-error');
  socket?.receive('c', 'access denied to root connecting to c', 'teleport-error');
  expect(states(run)).toEqual({
    a: DONE,
    b: { ...DONE, status: 3 },
    c: { kind: 'failed', why: 'access denied to root connecting to c' },
  });
  expect([outputOf(run, 'a'), outputOf(run, 'b'), outputOf(run, 'c')]).toEqual(['x\n', 'one\ntwo\n', '']);
  expect(run.isOver).toBe(true);
  expect(tally(run.states.get().values())).toEqual({ total: 3, over: 3, ok: 1, wrong: 2, running: 0, cancelled: 0 });
});

test('a close frame without a node id does not end a node while more output can arrive', () => {
  const run = start(['a', 'b']);
  const [socket] = sockets;
  socket?.open().beginOn('a', 'b');
  socket?.frame('c');
  expect(kinds(run)).toBe('running running');
  socket?.receive('b', 'late\n');
  socket?.drop(1005);
  expect(kinds(run)).toBe('done done');
  expect(outputOf(run, 'b')).toBe('late\n');
});

test('ends all nodes once the unnamed close frames cover the nodes that still run', () => {
  const run = start(['a', 'b', 'c']);
  const [socket] = sockets;
  socket?.open().beginOn('a', 'b', 'c');
  socket?.frame('c');
  socket?.frame('c');
  expect(kinds(run)).toBe('running running running');
  socket?.receive('b', 'Process exited with status 1', 'teleport-error');
  expect(kinds(run)).toBe('done done done');
});

test('reports a node that the server did not find as failed', () => {
  const run = start(['a', 'gone']);
  sockets[0]?.open().beginOn('a').drop(1005);
  expect(states(run)).toEqual({
    a: DONE,
    gone: { kind: 'failed', why: 'The server did not find this node, or your roles do not allow access to it' },
  });
});

test('after a lost connection unfinished nodes are unknown and finished nodes keep their result', () => {
  const run = start(['a', 'b', 'c']);
  const [socket] = sockets;
  socket?.open().beginOn('a', 'b');
  socket?.frame('c', encodeCommandDone('a'));
  socket?.drop();
  expect(states(run)).toEqual({
    a: DONE,
    b: {
      kind: 'unknown',
      why: 'The connection was lost while the command ran, the network dropped. It is not known whether the command continued',
    },
    c: {
      kind: 'unknown',
      why: 'The connection was lost, the network dropped. It is not known whether the command started',
    },
  });
});

test('reports a refused request with the message of the server', async () => {
  problem = { kind: 'refused', status: 403, why: 'assist is disabled' };
  const run = start(['a', 'b']);
  sockets[0]?.drop();
  await vi.waitFor(() => expect(run.isOver).toBe(true));
  expect(states(run)).toEqual({
    a: { kind: 'failed', why: 'assist is disabled' },
    b: { kind: 'failed', why: 'assist is disabled' },
  });
});

test('reports an unreachable server and that nothing was run', async () => {
  const run = start(['a']);
  sockets[0]?.drop();
  await vi.waitFor(() => expect(run.isOver).toBe(true));
  expect(states(run)['a']).toEqual({ kind: 'failed', why: 'The server does not answer. Nothing was run' });
});

test('cancel closes all sockets and marks unfinished nodes as cancelled, with whether they had started', () => {
  const run = start(['a', 'b'], ['c']);
  sockets[0]?.open().beginOn('a', 'b');
  sockets[0]?.frame('c', encodeCommandDone('a'));
  run.cancel();
  expect(sockets.map(({ closedWith }) => closedWith)).toEqual([1000, 1000]);
  expect(states(run)).toEqual({
    a: DONE,
    b: { kind: 'cancelled', hadBegun: true },
    c: { kind: 'cancelled', hadBegun: false },
  });
});

test.each([
  ['no envelope', new ArrayBuffer(0)],
  ['no JSON', 'nonsense'],
  ['no base64', '{"node_id":"a","type":"stdout","payload":"*"}'],
])('a frame that is %s ends the connection with its reason', (_, bad) => {
  const run = start(['a']);
  sockets[0]?.open().beginOn('a');
  if (typeof bad === 'string') sockets[0]?.frame('r', bad);
  else sockets[0]?.deliver(bad);
  expect(states(run)['a']).toMatchObject({ kind: 'unknown', why: expect.stringContaining('cannot be read') });
  expect(sockets[0]?.closedWith).toBe(1000);
});

const CHALLENGE = '{"webauthn_challenge":{"publicKey":{"challenge":"q83v"}},"totp_challenge":false}';

test('answers the challenges of several sockets one after the other, and sends nothing else', () => {
  const run = start(['a'], ['b']);
  for (const socket of sockets) socket.open().frame('n', CHALLENGE);
  expect(run.challenge.get()?.webauthn_challenge?.publicKey.challenge).toBe('q83v');
  run.answer({ id: 'k1' } as never);
  expect(sockets.map(({ sent }) => sent.length)).toEqual([1, 0]);
  expect(run.challenge.get()).toBeDefined();
  run.answer({ id: 'k2' } as never);
  expect(sockets.map(({ sent }) => sent.map(({ type, payload }) => type + payload))).toEqual([
    ['n{"id":"k1"}'],
    ['n{"id":"k2"}'],
  ]);
  expect(run.challenge.get()).toBeUndefined();
});

test('a declined second factor cancels its socket and the queued sockets, but not a socket that already runs', () => {
  const many = Array.from({ length: 31 }, (_, i) => `n${i}`);
  const run = start(many, ['a', 'b'], ['z']);
  sockets[0]?.open().beginOn(...many);
  for (const id of ['n1', 'n2']) sockets[0]?.frame('c', encodeCommandDone(id));
  sockets[1]?.open().frame('n', CHALLENGE);
  expect([asked.length, run.challengedServers]).toEqual([2, 2]);
  run.cancel('unproven');
  expect([sockets[0]?.closedWith, sockets[1]?.closedWith]).toEqual([undefined, 1000]);
  expect(states(run)).toMatchObject({ n0: { kind: 'running' }, a: { kind: 'cancelled' }, z: { kind: 'cancelled' } });
  expect(run.challenge.get()).toBeUndefined();
  for (const id of many) sockets[0]?.frame('c', encodeCommandDone(id));
  expect([asked.length, run.isOver]).toEqual([2, true]);
});

test('opens the next socket when fewer nodes run than the limit, and none after cancel', () => {
  const many = Array.from({ length: 40 }, (_, i) => `n${i}`);
  const run = start(
    many,
    ['a'],
    many.map((id) => `${id}b`),
    ['z'],
  );
  expect(asked).toEqual([many]);
  sockets[0]?.open().beginOn(...many);
  const end = (id: string) => sockets[0]?.frame('c', encodeCommandDone(id));
  many.slice(0, 10).forEach(end);
  expect(asked).toHaveLength(1);
  end('n10');
  expect(asked).toEqual([many, ['a']]);
  end('n11');
  expect(asked.at(-1)).toHaveLength(40);
  run.cancel();
  expect(asked).toHaveLength(3);
  expect(states(run)['z']).toEqual({ kind: 'cancelled', hadBegun: false });
});

test('drops the challenge when its socket closes', () => {
  const run = start(['a']);
  sockets[0]?.open().frame('n', CHALLENGE);
  sockets[0]?.drop();
  expect(run.challenge.get()).toBeUndefined();
});

type Entry = { name: string; frames: { dir: string; letter?: string; b64?: string; op: string; code?: number }[] };
const { entries }: { entries: Entry[] } = JSON.parse(
  readFileSync(new URL('../../../../tests/fixtures/recorded/streams/command-execution.json', import.meta.url), 'utf8'),
);
const ONE = '3c91d1d6-67cf-4d76-97bf-2f858022fd20';
const TWO = 'b05aa334-0d9c-4b08-bcfa-63d4723eb24c';
const replay = (name: string, ids: string[]): CommandRun => {
  const run = start(ids);
  const socket = sockets[0]?.open();
  for (const { letter, b64, op, code } of entries.find((found) => found.name === name)?.frames ?? []) {
    if (letter !== undefined) socket?.deliver(new Uint8Array(Buffer.from(b64 ?? '', 'base64')).buffer);
    if (op === 'close') socket?.drop(code);
  }
  return run;
};

test.each([
  ['exec-two-nodes', 'done 0 err|vm|€', 'done 0 err|vm|€'],
  ['exec-slow-interleaved', 'done 0 1|2|3', 'done 0 1|2|3'],
  [
    'exec-exit-status',
    'done 3 before',
    'failed The server did not find this node, or your roles do not allow access to it ',
  ],
  ['exec-no-output', 'done 0 ', 'failed The server did not find this node, or your roles do not allow access to it '],
  ['exec-login-denied', /^failed access denied to daemon/, /^failed access denied to daemon/],
] as const)('decodes the frames of a real cluster: %s', (name, first, second) => {
  const run = replay(name, [ONE, TWO]);
  const states = [ONE, TWO].map((id) => {
    const state = run.states.get().get(id);
    const end = state?.kind === 'done' ? state.status : state?.kind === 'failed' ? state.why : '';
    return `${state?.kind} ${end} ${outputOf(run, id).trim().split('\n').toSorted().join('|')}`;
  });
  const expected = [first, second].map((text) => (typeof text === 'string' ? text : expect.stringMatching(text)));
  expect(states).toEqual(expected);
});

test('detects a dead network after output, and keeps the connection of a silent command', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const run = start(['a', 'b']);
  const [socket] = sockets;
  socket?.open().beginOn('a');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(kinds(run)).toBe('running waiting');
  reached = new Promise(() => undefined);
  socket?.receive('a', 'still there\n');
  await vi.advanceTimersByTimeAsync(14_999);
  expect(kinds(run)).toBe('running waiting');
  await vi.advanceTimersByTimeAsync(5001);
  expect(kinds(run)).toBe('unknown unknown');
  expect(states(run)['a']).toMatchObject({ why: expect.stringContaining('the network dropped') });
  expect([socket?.closedWith, run.closed.get()]).toEqual([1000, true]);
});
