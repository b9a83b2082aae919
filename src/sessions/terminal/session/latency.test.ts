import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sessionPorts } from '../../../../tests/support/consolePorts.ts';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import { config } from '../../../api/config.ts';
import { FEATURE_LATENCY } from '../../../wire/config.ts';
import type { Target } from './target.ts';
import { TerminalSession } from './TerminalSession.ts';

vi.mock('../../../api/config.ts', () => ({ config: { extensions: [] } }));

let socket: FakeTerminalSocket;
beforeEach(() => {
  config.extensions = [FEATURE_LATENCY];
});

const NEW: Target = { kind: 'new', serverId: '3c91d1d6-67cf-4d76-97bf-2f858022fd20', login: 'root' };

function open(target = NEW): TerminalSession {
  const ports = sessionPorts(() => (socket = new FakeTerminalSocket()));
  const session = new TerminalSession(target, { cols: 80, rows: 24 }, ports);
  socket.begin();
  return session;
}
const asked = () => socket.sent.filter(({ type }) => type === 'l').length;

test('requests latency reports when the session is live, and drops the latency when it is not', () => {
  const session = open();
  expect(asked()).toBe(0);
  socket.frame('r', 'prompt');
  socket.frame('r', 'more');
  expect(asked()).toBe(1);
  socket.frame('l', '{"ws":18,"recorded":true}');
  expect(session.latency.get()).toEqual({
    browserMs: 18,
    serverMs: undefined,
    recorded: true,
    idleLimitMs: undefined,
  });
  socket.frame('l', 'nonsense');
  expect(session.latency.get()?.browserMs).toBe(18);
  session.suspect();
  expect(session.latency.get()).toBeUndefined();
  session.dispose();
});

test('does not request reports from a cluster without the feature, but reads reports that it sends', () => {
  config.extensions = [];
  const session = open();
  socket.frame('r', 'prompt');
  expect(asked()).toBe(0);
  socket.frame('l', '{"ws":20,"ssh":4}');
  expect(session.latency.get()).toEqual({
    browserMs: 20,
    serverMs: 4,
    recorded: undefined,
    idleLimitMs: undefined,
  });
  session.dispose();
});

test.each([
  ['our gateway', [FEATURE_LATENCY], 'rejoining'],
  ['a cluster that promises no reports', [], 'live'],
])('an observer without reports from %s for 15 seconds (extensions %s) is %s', (_, extensions, kind) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  config.extensions = extensions;
  const session = open({ kind: 'join', sid: 'eeb62b0d-2708-4069-a081-6b3807fc3260', mode: 'observer' });
  socket.frame('r', 'prompt');
  socket.frame('l', '{"ws":18}');
  vi.advanceTimersByTime(15_000);
  expect(session.state.get().kind).toBe(kind);
  session.dispose();
});
