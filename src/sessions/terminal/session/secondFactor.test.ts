// While a server waits, or may still ask, for a hardware key (streams §3.4), no session has started.
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import { ASSERTION } from '../../../../tests/support/wireSamples.ts';
import type { SocketProblem } from '../../../api/sockets.ts';
import { systemClock } from '../../../lib/clock.ts';
import { CUT } from '../../../wire/terminal/closeTexts.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import { TerminalSession } from './TerminalSession.ts';

const SID = 'eeb62b0d-2708-4069-a081-6b3807fc3260';
const CHALLENGE = '{"webauthn_challenge":{"publicKey":{"challenge":"q83v"}},"totp_challenge":false}';

let sockets: FakeTerminalSocket[];
let asked: ConnectParams[];
let problem: SocketProblem;
const last = (): FakeTerminalSocket => sockets.at(-1)!;
const askForKey = () => {
  last().begin();
  last().frame('n', CHALLENGE);
};
const lose = async () => {
  last().drop();
  await vi.advanceTimersByTimeAsync(0);
};
const open = () =>
  new TerminalSession(
    { kind: 'new', serverId: '3c91d1d6-67cf-4d76-97bf-2f858022fd20', login: 'root' },
    { cols: 80, rows: 24 },
    {
      open: (params) => {
        asked.push(params);
        sockets.push(new FakeTerminalSocket());
        return last();
      },
      explain: () => Promise.resolve(problem),
      pingServer: () => Promise.resolve(true),
      clock: systemClock,
    },
  );
beforeEach(() => {
  vi.useFakeTimers();
  [sockets, asked, problem] = [[], [], { kind: 'unreachable' }];
  return () => void vi.useRealTimers();
});

test('starts a new session if the connection is lost before the answer, and rejoins after it', async () => {
  const session = open();
  askForKey();
  await lose();
  expect(asked[1]).toMatchObject({ kind: 'new', login: 'root' });
  askForKey();
  expect(session.state.get().kind).toBe('authenticating');
  session.answer(ASSERTION);
  await lose();
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked.at(-1)).toMatchObject({ kind: 'join', sid: SID });
});

test.each([
  ['before the answer', false],
  ['after the answer', true],
])('ends with the reason of a session that is closed %s', async (_, isAnswered) => {
  const session = open();
  askForKey();
  if (isAnswered) session.answer(ASSERTION);
  last().frame('r', '\r\nlock targeting User:"mara" is in force\r\n');
  last().frame('r', CUT);
  last().drop(1000, 'lock targeting User:"mara" is in force');
  const state = session.state.get();
  expect(state).toMatchObject({ kind: 'ended', how: { kind: 'cut', why: 'lock targeting User:"mara" is in force' } });
  expect('isEarly' in state).toBe(!isAnswered);
});

test('a new start after a lost connection reports no gap in the output', async () => {
  const session = open();
  const rejoined = vi.fn<() => void>();
  session.rejoined.subscribe(rejoined);
  askForKey();
  await lose();
  askForKey();
  last().frame('r', '$ ');
  expect(session.state.get().kind).toBe('live');
  expect(rejoined).not.toHaveBeenCalled();
});

test('reports an expired challenge as a refusal, and does not repeat it', async () => {
  const session = open();
  askForKey();
  last().frame('r', 'The hardware key was not used in time.');
  await lose();
  problem = { kind: 'refused', status: 404, why: 'session not found' };
  await lose();
  expect(session.state.get()).toEqual({ kind: 'refused', status: 0, why: 'The hardware key was not used in time.' });
  expect(asked.map(({ kind }) => kind)).toEqual(['new', 'join']);
});

test('reports a missing server after a lost connection as a refusal', async () => {
  const session = open();
  askForKey();
  await lose();
  problem = { kind: 'refused', status: 404, why: 'node not found' };
  await lose();
  expect(session.state.get()).toEqual({ kind: 'refused', status: 404, why: 'node not found' });
});

const sent = () => last().sent.map(({ type, payload }) => (type === 'w' ? String(JSON.parse(payload).size) : payload));

test.each(['n', 'r'])('sends nothing to a silent server that could count as the answer to a late %j', async (type) => {
  const session = open();
  session.type('ls\r');
  last().begin();
  session.resize({ cols: 90, rows: 30 });
  await vi.advanceTimersByTimeAsync(4000);
  session.resize({ cols: 80, rows: 25 });
  expect(sent()).toEqual([]);
  last().frame(type, type === 'n' ? CHALLENGE : '$ ');
  expect(session.state.get().kind).toBe(type === 'n' ? 'authenticating' : 'live');
  expect(sent()).toEqual(type === 'n' ? [] : ['80:25', 'ls\r']);
});

test('sends a key after three seconds without output, after earlier keys', async () => {
  const session = open();
  session.type('ls');
  last().begin();
  session.resize({ cols: 90, rows: 30 });
  await vi.advanceTimersByTimeAsync(3000);
  session.type('\r');
  expect(sent()).toEqual(['90:30', 'ls', '\r']);
});
