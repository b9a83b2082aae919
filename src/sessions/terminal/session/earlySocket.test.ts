// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import { keepEarlySocket, takeEarlySocket } from './earlySocket.ts';

const PARAMS: ConnectParams = { kind: 'new', serverId: 's1', login: 'root', size: { cols: 80, rows: 24 } };

/** The used part of a browser's socket. */
class OpeningSocket extends FakeTerminalSocket {
  readonly addEventListener = vi.fn();
}

let socket: OpeningSocket;
beforeEach(() => {
  vi.useFakeTimers();
  socket = new OpeningSocket();
  keepEarlySocket('east', PARAMS, socket as unknown as WebSocket);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const hear = (): string[] => {
  const received: string[] = [];
  socket.onmessage = ({ data }: MessageEvent<string>) => void received.push(data);
  socket.onclose = ({ reason }) => void received.push(`closed ${reason}`);
  return received;
};
const receives = (data: string) => socket.onmessage?.call({} as WebSocket, new MessageEvent('message', { data }));

test('an early socket replays earlier messages first, in order and once', async () => {
  receives('one');
  receives('two');
  expect(takeEarlySocket('east', PARAMS)).toBe(socket);
  const received = hear();
  await Promise.resolve();
  receives('three');
  expect(received).toEqual(['one', 'two', 'three']);
  expect(takeEarlySocket('east', PARAMS)).toBeUndefined();
});

test('an early socket replays an earlier close', async () => {
  socket.onclose?.call({} as WebSocket, new CloseEvent('close', { reason: 'locked' }));
  takeEarlySocket('east', PARAMS);
  const received = hear();
  await Promise.resolve();
  expect(received).toEqual(['closed locked']);
});

test.each<[string, string, ConnectParams]>([
  ['another cluster', 'west', PARAMS],
  ['another server', 'east', { ...PARAMS, serverId: 's2' }],
  ['another login', 'east', { ...PARAMS, login: 'alice' }],
  ['a running session', 'east', { kind: 'join', sid: 'x', size: PARAMS.size }],
])('an early socket is not used for %s', (_what, clusterId, params) => {
  expect(takeEarlySocket(clusterId, params)).toBeUndefined();
  expect(takeEarlySocket('east', PARAMS)).toBe(socket);
});

test('an early socket sends the size if it differs', () => {
  takeEarlySocket('east', { ...PARAMS, size: { cols: 100, rows: 30 } });
  expect(socket.sent).toEqual([{ type: 'w', payload: expect.stringContaining('"100:30"') }]);
});

test('an early socket sends nothing if the size is the same', () => {
  takeEarlySocket('east', PARAMS);
  expect(socket.sent).toEqual([]);
});

test('an early socket is closed if it is not used', () => {
  vi.advanceTimersByTime(60_000);
  expect(socket.closedWith).toBeDefined();
});
