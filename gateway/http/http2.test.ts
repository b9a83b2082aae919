import { once } from 'node:events';
import { createServer as createHttpsServer, request } from 'node:https';
import { connect as connectHttp2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { selfSigned } from '../../tests/support/certificate.ts';
import { openHttp2, type Http2Client } from '../../tests/support/http2Client.ts';
import { CANCEL, FLAG, FRAME, frame, RawHttp2, requestBlock } from '../../tests/support/http2Frames.mjs';
import { readJson } from './body.ts';
import { hungUp } from './hungUp.ts';
import { createServer } from './server.ts';
import { createUpgrades } from './upgrades.ts';

let server: FastifyInstance;
let base: string;
let client: Http2Client;
/** How the body of a request to `/take` ended. */
let taken: { bytes: number; outcome: string } | undefined;
/** Whether the server saw the client of `/wait` leave. */
let left = false;

beforeEach(async () => {
  [server, base] = await start({});
  client = await openHttp2(base);
});
afterEach(async () => {
  client.close();
  await server.close();
});

async function start({ trustProxy = false }): Promise<[FastifyInstance, string]> {
  const made = await createServer({
    listen: { host: '127.0.0.1', port: 3080, trustProxy, tls: selfSigned() },
    publicUrl: 'https://localhost:3080',
    logLevel: 'silent',
  });
  const upgrades = createUpgrades(made);
  made.get('/seen', ({ headers, host, ip, protocol, raw }) => ({ headers, host, ip, protocol, http: raw.httpVersion }));
  made.post('/json', async (asked) => JSON.stringify(await readJson(asked)));
  made.post('/take', async ({ raw }) => {
    let bytes = 0;
    taken = undefined;
    const outcome = await new Promise<string>((resolve) => {
      raw.on('data', (chunk: Buffer) => (bytes += chunk.length));
      raw.on('end', () => resolve('whole'));
      raw.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    taken = { bytes, outcome };
    return `${bytes}`;
  });
  made.get('/wait', async (_request, reply) => {
    const gone = hungUp(reply);
    left = false;
    await new Promise((resolve) => gone.addEventListener('abort', resolve));
    left = true;
    return '';
  });
  made.post('/leave', async (asked) => {
    const listener = () => undefined;
    asked.raw.once('error', listener);
    asked.raw.destroy(new Error('no longer wanted'));
    asked.raw.off('error', listener);
    return '';
  });
  made.get('/socket', (asked, reply) => upgrades.accept(asked, reply, (socket) => socket.send('open')));
  await made.listen({ host: '127.0.0.1', port: 0 });
  return [made, `https://localhost:${(made.server.address() as AddressInfo).port}`];
}

const alpn = async (at: string, offered: string[]): Promise<string | false | null> => {
  const { port } = new URL(at);
  const socket = connectTls({
    host: '127.0.0.1',
    port: Number(port),
    ALPNProtocols: offered,
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  socket.destroy();
  return socket.alpnProtocol;
};

describe('the protocol', () => {
  test('is HTTP/2 or HTTP/1.1, as the client prefers', async () => {
    expect(await alpn(base, ['h2', 'http/1.1'])).toBe('h2');
    expect(await alpn(base, ['http/1.1'])).toBe('http/1.1');
  });
  test('is HTTP/1.1 behind a proxy, which would share one connection among users', async () => {
    const [behind, at] = await start({ trustProxy: true });
    expect(await alpn(at, ['h2', 'http/1.1'])).toBe('http/1.1');
    await behind.close();
  });
  test('is HTTP/1.1 on the same port for a client without HTTP/2', async () => {
    const answer = await new Promise<string>((resolve, reject) =>
      request(`${base}/seen`, { host: '127.0.0.1', rejectUnauthorized: false }, (got) => resolve(text(got)))
        .on('error', reject)
        .end(),
    );
    expect(JSON.parse(answer)).toMatchObject({ http: '1.1', ip: '127.0.0.1', protocol: 'https' });
  });
});

describe('a request', () => {
  test('has the same headers, host and address as over HTTP/1.1', async () => {
    const { text: seen } = await client.call({ path: '/seen', headers: { 'x-own': '1', cookie: ['a=1', 'b=2'] } });
    expect(JSON.parse(seen)).toEqual({
      headers: { host: new URL(base).host, 'x-own': '1', cookie: 'a=1; b=2' },
      host: new URL(base).host,
      ip: '127.0.0.1',
      protocol: 'https',
      http: '2.0',
    });
  });
  test('is for the host of its authority, regardless of its host header', async () => {
    const { host } = new URL(base);
    const headers = { ':authority': host, host: 'other.example' };
    const { text: seen } = await client.call({ path: '/seen', headers });
    expect(JSON.parse(seen)).toMatchObject({ host, headers: { host } });
    const foreign = await client.call({ path: '/seen', headers: { ':authority': 'grafana.localhost:3080' } });
    expect(foreign.headers.location).toBe('https://localhost:3080/web/launch/grafana.localhost?path=%2Fseen');
  });
  test('may have a long body, with or without a content length', async () => {
    expect((await client.call({ method: 'POST', path: '/take', body: Buffer.alloc(300_000) })).text).toBe('300000');
    const headers = { 'content-length': 300_000 };
    expect((await client.call({ method: 'POST', path: '/take', headers, body: Buffer.alloc(300_000) })).text).toBe(
      '300000',
    );
    expect(taken?.outcome).toBe('whole');
  });
  test('that fails without an error listener does not end the process', async () => {
    const { status } = await client.call({ method: 'POST', path: '/leave', body: Buffer.alloc(1000) }).catch(() => ({
      status: 0,
    }));
    expect(status).toBe(0);
    expect((await client.call({ path: '/seen' })).status).toBe(200);
  });
  test.each([
    ['is reset', (raw: RawHttp2) => raw.send(frame(FRAME.reset, 0, 1, CANCEL))],
    ['loses its connection', (raw: RawHttp2) => void raw.socket.destroy()],
  ])('that %s is not complete', async (_name, end) => {
    const raw = await RawHttp2.open(base);
    await raw.send(
      frame(FRAME.headers, FLAG.endHeaders, 1, requestBlock('POST', '/take')),
      frame(FRAME.data, 0, 1, Buffer.alloc(1000)),
    );
    await sleep(50);
    await end(raw);
    await expect.poll(() => taken).toEqual({ bytes: 1000, outcome: 'ECONNRESET' });
    raw.socket.destroy();
  });
  test('with a body above every limit is aborted, and the next one is served', async () => {
    const headers = { 'content-type': 'application/json' };
    const huge = client.call({ method: 'POST', path: '/json', headers, body: Buffer.alloc(24 * 1024 * 1024, ' ') });
    await expect(huge).rejects.toThrow();
    expect((await client.call({ method: 'POST', path: '/json', headers, body: '{"a":1}' })).text).toBe('{"a":1}');
  });
  test.each([
    ['an unknown method', { method: 'BREW', path: '/seen' }],
    ['no path', { method: 'OPTIONS', path: '*' }],
    ['a tunnel', { method: 'CONNECT', path: '/seen' }],
  ])('with %s is refused', async (_name, call) => {
    const refused = client.call(call).then(
      ({ status }) => status,
      () => 400,
    );
    expect(await refused).toBeGreaterThanOrEqual(400);
    expect((await client.call({ path: '/seen' })).status).toBe(200);
  });
  test('of a client that disconnects aborts its handler', async () => {
    const stream = client.session.request({ ':path': '/wait' });
    stream.on('error', () => undefined);
    await sleep(50);
    stream.close(8);
    await expect.poll(() => left).toBe(true);
  });
});

describe('a websocket', () => {
  test('opens over HTTP/1.1 on the same port', async () => {
    const socket = new WebSocket(`${base.replace('https', 'wss')}/socket`, { rejectUnauthorized: false });
    const [frame] = (await once(socket, 'message')) as [Buffer];
    expect(frame.toString()).toBe('open');
    socket.terminate();
  });
  test('is not offered over HTTP/2', async () => {
    const { settings } = await new Promise<{ settings: object }>((resolve) => {
      const other = connectHttp2(base, { host: '127.0.0.1', rejectUnauthorized: false });
      other.once('remoteSettings', (got) => {
        resolve({ settings: got });
        other.destroy();
      });
    });
    expect(settings).toMatchObject({ enableConnectProtocol: false, maxConcurrentStreams: 100 });
    expect((await client.call({ path: '/socket' })).status).toBe(400);
  });
});

test('closing the server ends open connections, including those with waiting requests', async () => {
  const stream = client.session.request({ ':path': '/wait' });
  stream.on('error', () => undefined);
  await sleep(50);
  const closed = once(client.session, 'close');
  const startMs = performance.now();
  await server.close();
  await closed;
  expect(performance.now() - startMs).toBeLessThan(2000);
});

test('Node handles HTTP/1.1 in the only connection listener of a TLS server', () => {
  expect(createHttpsServer().listeners('secureConnection')).toHaveLength(1);
});
