// Browsers use HTTP/2 to the relay, and the relay HTTP/1.1 to the cluster: the two protocols separate requests
// differently.
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { selfSigned } from '../../tests/support/certificate.ts';
import { openHttp2, type Http2Client } from '../../tests/support/http2Client.ts';
import { createServer } from '../http/server.ts';
import { connectCluster, type Cluster } from './cluster.ts';
import { forward } from './forward.ts';

type Seen = { line: string; headers: IncomingHttpHeaders; body: string };

let answer: RequestListener;
let seen: Seen[];
let upstream: http.Server;
let cluster: Cluster;
let relay: FastifyInstance;
let base: string;
let browser: Http2Client;

beforeEach(async () => {
  seen = [];
  answer = (_request, response) => response.end('theirs');
  upstream = http.createServer((request, response) => {
    void text(request).then(
      (body) => {
        seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
        answer(request, response);
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  cluster = connectCluster({ kind: 'cluster', url, insecure: false });
  relay = await createServer({
    listen: { host: '127.0.0.1', port: 3080, trustProxy: false, tls: selfSigned() },
    publicUrl: 'https://localhost:3080',
    logLevel: 'silent',
  });
  relay.all('/*', (request, reply) =>
    forward(request, reply, cluster, { cluster: cluster.origin, origins: [`https://${request.host}`] }),
  );
  await relay.listen({ host: '127.0.0.1', port: 0 });
  base = `https://localhost:${(relay.server.address() as AddressInfo).port}`;
  browser = await openHttp2(base);
});
afterEach(async () => {
  browser.close();
  await relay.close();
  cluster.close();
  upstream.closeAllConnections();
  upstream.close();
});

test.each(['GET', 'DELETE', 'POST'])('a %s whose body looks like a request stays one request', async (method) => {
  const body = 'GET /webapi/smuggled HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
  await browser.call({ method, path: '/webapi/users', body });
  await browser.call({ path: '/webapi/ping' });
  expect(seen.map(({ line }) => line)).toEqual([`${method} /webapi/users`, 'GET /webapi/ping']);
  expect(seen[0]?.body).toBe(body);
});

test('headers of HTTP/2 are not passed on, and the cluster gets its own host name', async () => {
  await browser.call({ path: '/webapi/ping', headers: { te: 'trailers', cookie: ['a=1', 'b=2'], 'x-own': '1' } });
  const { host } = new URL(cluster.origin);
  expect(seen[0]?.headers).toEqual({
    host,
    connection: 'keep-alive',
    cookie: 'a=1; b=2',
    'x-own': '1',
    'x-forwarded-for': '127.0.0.1',
  });
});

test('headers of HTTP/1.1 connections are not passed on', async () => {
  answer = (_request, response) =>
    response.writeHead(200, { connection: 'close', 'keep-alive': 'timeout=5', 'x-own': '1' }).end('theirs');
  const { status, headers, text: body } = await browser.call({ path: '/webapi/ping' });
  expect([status, headers['x-own'], headers['connection'], headers['keep-alive'], body]).toEqual([
    200,
    '1',
    undefined,
    undefined,
    'theirs',
  ]);
});

test('an answer that the cluster compressed is passed on unchanged', async () => {
  const packed = gzipSync('x'.repeat(20_000));
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  const { headers, bytes } = await browser.call({ path: '/webapi/nodes', headers: { 'accept-encoding': 'gzip, br' } });
  expect(seen[0]?.headers['accept-encoding']).toBe('gzip, br');
  expect(headers['content-encoding']).toBe('gzip');
  expect(bytes).toEqual(packed);
});

test('a browser that disconnects during an answer ends the request to the cluster', async () => {
  let hasLeft = false;
  answer = (_request, response) => {
    response.on('close', () => (hasLeft = true));
    response.write('first');
  };
  const stream = browser.session.request({ ':path': '/webapi/nodes' });
  stream.on('error', () => undefined);
  await once(stream, 'data');
  stream.close(8);
  await expect.poll(() => hasLeft).toBe(true);
});

test('a browser that disconnects before the answer ends the request to the cluster', async () => {
  let hasLeft = false;
  answer = (_request, response) => void response.on('close', () => (hasLeft = true));
  const stream = browser.session.request({ ':path': '/webapi/nodes' });
  stream.on('error', () => undefined);
  await expect.poll(() => seen.length).toBe(1);
  stream.close(8);
  await expect.poll(() => hasLeft).toBe(true);
});

test('an interrupted answer of the cluster fails in the browser', async () => {
  answer = (request, response) => {
    response.write('first');
    setTimeout(() => request.socket.destroy(), 50);
  };
  await expect(browser.call({ path: '/webapi/nodes' })).rejects.toThrow();
});

test('an upload has a larger flow-control window than other bodies', async () => {
  const windowBytes = () => browser.session.remoteSettings.initialWindowSize;
  await browser.call({ method: 'POST', path: '/v1/webapi/users', body: '{}' });
  expect(windowBytes()).toBe(65_535);
  const body = Buffer.alloc(3_000_000);
  await browser.call({ method: 'POST', path: '/v1/webapi/sites/a/nodes/b/root/scp?location=x&filename=y', body });
  expect(windowBytes()).toBe(1_048_576);
  expect(seen[1]?.body).toHaveLength(body.length);
});
