// Tests what the console does when the server closes the socket of a session with a reason.
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionPorts } from '../../../../tests/support/consolePorts.ts';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import { GATEWAY_STOPS } from '../../../wire/terminal/closeTexts.ts';
import type { Target } from './target.ts';
import { TerminalSession } from './TerminalSession.ts';

const JOIN: Target = { kind: 'join', sid: 'eeb62b0d-2708-4069-a081-6b3807fc3260' };
const NODE: Target = { kind: 'new', serverId: '3c91d1d6-67cf-4d76-97bf-2f858022fd20', login: 'root' };
const IDLE = 'Disconnected: idle for 20s.';

let sockets: FakeTerminalSocket[];
const last = (): FakeTerminalSocket => sockets.at(-1)!;
const goLive = () => {
  last().begin();
  last().frame('r', '$ ');
};
const connect = (target: Target): TerminalSession => {
  const ports = sessionPorts(() => {
    sockets.push(new FakeTerminalSocket());
    return last();
  });
  return new TerminalSession(target, { cols: 80, rows: 24 }, { ...ports, explain: async () => ({ kind: 'blocked' }) });
};
const open = (target: Target): TerminalSession => {
  const session = connect(target);
  goLive();
  return session;
};
beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  return () => void vi.useRealTimers();
});

async function expectLetGo(session: TerminalSession): Promise<void> {
  await vi.advanceTimersByTimeAsync(60_000);
  const before = sockets.length;
  last().drop(1000, IDLE);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(session.state.get()).toMatchObject({ kind: 'lost', loss: { why: { words: IDLE } } });
  expect(session.state.get()).not.toHaveProperty('next');
  expect(sockets).toHaveLength(before);
  session.tryNow();
  expect(sockets).toHaveLength(before + 1);
}

test('a joined session is rejoined only on request', () => expectLetGo(open(JOIN)));

test('a session that was started here and rejoined is then rejoined only on request', async () => {
  const session = open(NODE);
  last().drop();
  goLive();
  await expectLetGo(session);
});

test('a session that was started here is rejoined once to find out whether it has ended', () => {
  const session = open(NODE);
  last().drop(1000, IDLE);
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1 });
});

test.each([
  [1000, GATEWAY_STOPS],
  [1001, 'going away'],
])('a joined session is rejoined automatically after %i “%s”', (code, reason) => {
  const session = open(JOIN);
  last().drop(code, reason);
  expect(session.state.get()).toMatchObject({ kind: 'rejoining', attempt: 1 });
});

test.each([
  ['an error', () => last().frame('e', 'failed to parse'), { kind: 'closed', words: 'failed to parse' }],
  ['a close with a reason', () => last().drop(1011, 'no agent'), { kind: 'closed', words: 'no agent' }],
  ['data that cannot be read', () => last().deliver(new ArrayBuffer(1)), { kind: 'garbled' }],
])('reports %s before the session as the reason', async (_, fail, why) => {
  const session = connect(NODE);
  fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.state.get()).toMatchObject({ loss: { why } });
});
