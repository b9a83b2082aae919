import { beforeEach, expect, test, vi } from 'vitest';
import { sessionPorts } from '../../../../tests/support/consolePorts.ts';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import { config } from '../../../api/config.ts';
import { HOLDS_OUTPUT } from '../../../wire/config.ts';
import { TerminalSession } from './TerminalSession.ts';

vi.mock('../../../api/config.ts', () => ({ config: { extensions: [] } }));

const NODE = { kind: 'new', serverId: '3c91d1d6-67cf-4d76-97bf-2f858022fd20', login: 'root' } as const;
const CHUNK = new Uint8Array(32 * 1024).fill(120);

let socket: FakeTerminalSocket;
/** Callbacks for output that the screen has accepted but not parsed. */
let parsed: (() => void)[];
beforeEach(() => {
  parsed = [];
  config.extensions = [HOLDS_OUTPUT];
});

function open(): TerminalSession {
  const ports = sessionPorts(() => (socket = new FakeTerminalSocket()));
  const session = new TerminalSession(NODE, { cols: 80, rows: 24 }, ports);
  session.show({ write: (_bytes, done) => void parsed.push(done), resize: () => undefined });
  socket.begin();
  return session;
}
const flood = (chunks: number) => {
  for (let i = 0; i < chunks; i++) socket.frame('r', CHUNK);
};
const showAll = () => {
  while (parsed.length > 0) parsed.shift()?.();
};
const holds = () => socket.sent.filter(({ type }) => type === 'p').map(({ payload }) => payload);

test('holds the output when the screen is a megabyte behind, and continues before the queue is empty', () => {
  const session = open();
  flood(30);
  expect(holds()).toEqual([]);
  flood(30);
  expect(holds()).toEqual(['hold']);
  while (holds().length === 1) parsed.shift()?.();
  expect(session.output.waitingBytes).toBeGreaterThan(100_000);
  expect(holds()).toEqual(['hold', 'go']);
  showAll();
  expect(holds()).toEqual(['hold', 'go']);
  session.dispose();
});

test('asks again on a new connection as soon as it is live', () => {
  const session = open();
  flood(60);
  session.suspect();
  session.tryNow();
  expect(holds()).toEqual([]);
  socket.begin();
  socket.frame('r', 'again');
  expect(holds()).toEqual(['hold']);
  session.dispose();
});

test('sends nothing to a server without the extension', () => {
  config.extensions = [];
  const session = open();
  flood(60);
  showAll();
  expect(holds()).toEqual([]);
  session.dispose();
});
