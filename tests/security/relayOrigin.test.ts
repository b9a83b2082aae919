// L5: in cluster mode the relay passes the origin of a foreign page to the cluster unchanged.
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startRelay, type Relay } from '../support/relay.ts';

const PUBLIC_URL = 'https://console.example.com';
let relay: Relay;

beforeAll(async () => {
  relay = await startRelay({
    publicUrl: PUBLIC_URL,
    answer: (request, response) => response.end(`${request.headers.origin ?? 'none'} to ${request.headers.host ?? ''}`),
  });
});
afterAll(() => relay.stop());

/** The `Origin` that reaches the cluster, and the cluster's own. */
async function overHttp(origin: string | undefined) {
  const request = http.request({
    host: '127.0.0.1',
    port: relay.port,
    method: 'POST',
    path: '/v1/webapi/traces',
    headers: { host: `localhost:${relay.port}`, ...(origin !== undefined && { origin }) },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const [arrived = '', cluster = ''] = (await text(response)).split(' to ');
  return { arrived, cluster: `http://${cluster}` };
}

async function overSocket(origin: string) {
  const socket = new WebSocket(`ws://localhost:${relay.port}/v1/webapi/sites/-current-/connect`, { origin });
  await once(socket, 'open');
  socket.close();
  const { origin: arrived, host } = relay.upgraded();
  return { arrived, cluster: `http://${host ?? ''}` };
}

const foreign = () => [
  'https://evil.example',
  'null',
  `https://localhost:${relay.port}`,
  'http://localhost:1',
  `http://localhost:${relay.port}.evil.example`,
  `${PUBLIC_URL}.evil.example`,
  'http://console.example.com',
  `${PUBLIC_URL}/path`,
  'not an origin',
];
const own = () => [`http://localhost:${relay.port}`, PUBLIC_URL];

describe('L5: over HTTP and over a websocket', () => {
  test('a foreign origin is passed on unchanged', async () => {
    for (const origin of foreign()) {
      expect((await overHttp(origin)).arrived, origin).toBe(origin);
      expect((await overSocket(origin)).arrived, origin).toBe(origin);
    }
  });
  test("the relay's own origin, of the request or the public address, is replaced with the cluster’s", async () => {
    for (const origin of own()) {
      for (const send of [overHttp, overSocket]) {
        const { arrived, cluster } = await send(origin);
        expect(arrived, origin).toBe(cluster);
      }
    }
  });
  test('a request without an origin is relayed without an origin', async () => {
    expect((await overHttp(undefined)).arrived).toBe('none');
  });
});
