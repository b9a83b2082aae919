import { EventEmitter } from 'node:events';
import type { Client } from 'ssh2';
import { expect, test, vi } from 'vitest';
import { guardChannels } from './guardClient.ts';
import { PACKET_MIN_BYTES } from './tunnel/limits.ts';

function guarded() {
  const handled = vi.fn();
  const names = ['CHANNEL_OPEN_CONFIRMATION', 'CHANNEL_DATA', 'CHANNEL_EXTENDED_DATA', 'CHANNEL_REQUEST'];
  const handlers = Object.fromEntries([...names, 'GLOBAL_REQUEST', 'CHANNEL_OPEN'].map((name) => [name, handled]));
  const socket = { writableLength: 0 };
  const destroy = vi.fn();
  const client = Object.assign(new EventEmitter(), {
    ...{ _protocol: { _handlers: handlers }, _sock: socket, destroy },
    _chanMgr: { get: (id: number) => (id === 0 ? { incoming: { window: 100 } } : undefined) },
  });
  client.on('error', () => undefined);
  guardChannels(client as unknown as Client);
  const receive = (name: string, ...parts: unknown[]) => handlers[name]?.({}, ...parts);
  return { socket, receive, outcome: () => [handled.mock.calls.length, destroy.mock.calls.length] };
}

test.each([
  ['accepts a usual packet size', 'CHANNEL_OPEN_CONFIRMATION', [{ packetSize: PACKET_MIN_BYTES }], true],
  ['refuses packets of zero bytes', 'CHANNEL_OPEN_CONFIRMATION', [{ packetSize: 0 }], false],
  ['accepts data within the window', 'CHANNEL_DATA', [0, Buffer.alloc(100)], true],
  ['refuses data beyond the window', 'CHANNEL_DATA', [0, Buffer.alloc(101)], false],
  ['refuses error output beyond the window', 'CHANNEL_EXTENDED_DATA', [0, Buffer.alloc(101), 1], false],
  ['accepts data of a closed channel', 'CHANNEL_DATA', [7, Buffer.alloc(101)], true],
])('%s', (_, name, parts, isHandled) => {
  const { receive, outcome } = guarded();
  receive(name, ...parts);
  expect(outcome()).toEqual(isHandled ? [1, 0] : [0, 1]);
});

test('answers requests until the server leaves too many answers unread', () => {
  const { socket, receive, outcome } = guarded();
  receive('GLOBAL_REQUEST', 'keepalive@openssh.com', true);
  expect(outcome()).toEqual([1, 0]);
  socket.writableLength = 17 * 2 ** 20;
  receive('CHANNEL_REQUEST', 0, 'keepalive@openssh.com', true);
  expect(outcome()).toEqual([1, 1]);
});
