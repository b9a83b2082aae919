// Requests over a kept connection that the cluster closes while the next one is sent.
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRelay, type Relay } from '../../tests/support/relay.ts';

let relay: Relay;
/** Requests that used a kept connection. */
let lost: string[];

beforeEach(async () => {
  lost = [];
  const used = new WeakSet<Socket>();
  relay = await startRelay({
    answer(request, response) {
      if (used.has(request.socket)) {
        lost.push(request.method ?? '');
        return request.socket.destroy();
      }
      used.add(request.socket);
      return response.end('answered');
    },
  });
});
afterEach(() => relay.stop());

const status = async (init?: RequestInit) => (await fetch(`${relay.base}/webapi/sites`, init)).status;

test('a read is sent again over a new connection', async () => {
  expect([await status(), await status()]).toEqual([200, 200]);
  expect(lost).toEqual(['GET']);
});

test.each<[string, RequestInit]>([
  ['a write', { method: 'PUT', body: '{}' }],
  ['a write without a body', { method: 'DELETE' }],
])('%s is not sent again, because the cluster may have executed it', async (_, init) => {
  expect([await status(), await status(init)]).toEqual([200, 504]);
  expect(lost).toEqual([init.method]);
});
