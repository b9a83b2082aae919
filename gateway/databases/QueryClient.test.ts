import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { HEARTBEAT_MS } from '../../src/wire/query/messages.ts';
import type { ParticipantInfo } from '../terminal/Participant.ts';
import { QueryClient } from './QueryClient.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const sent: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    readyState: 1,
    OPEN: 1,
    ping: () => undefined,
    close: () => undefined,
    terminate: () => undefined,
    send: (frame: string) => void sent.push(frame),
  });
  const client = new QueryClient(socket as unknown as WebSocket, {} as ParticipantInfo);
  return { client, socket, sent };
}
const ALIVE = '{"type":"alive"}';

test('sends heartbeats from the start to the end', () => {
  const { client, sent } = open();
  vi.advanceTimersByTime(2 * HEARTBEAT_MS);
  expect(sent).toEqual([ALIVE, ALIVE]);
  client.dismiss('over');
  vi.advanceTimersByTime(5 * HEARTBEAT_MS);
  expect(sent).toEqual([ALIVE, ALIVE, '{"type":"ended","reason":"over"}']);
  expect(vi.getTimerCount()).toBe(0);
});

test('sends no heartbeats while the browser has unread data', () => {
  const { socket, sent } = open();
  socket.bufferedAmount = 1;
  vi.advanceTimersByTime(10 * HEARTBEAT_MS);
  expect(sent).toEqual([]);
  socket.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});
