import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect as connectPlain, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { selfSigned } from '../../tests/support/certificate.ts';
import { openHttp2 } from '../../tests/support/http2Client.ts';
import { ApiFailure } from './failures.ts';
import { createServer } from './server.ts';

const PIECE = Buffer.alloc(64 * 1024);
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** `/full` reads the start of its body and refuses the rest. `/refused` reads nothing of it. */
async function start(tls?: ReturnType<typeof selfSigned>): Promise<FastifyInstance> {
  const server = await createServer({
    listen: { host: '127.0.0.1', port: 3080, trustProxy: false, ...(tls && { tls }) },
    publicUrl: 'https://localhost',
    logLevel: 'silent',
  });
  server.post('/full', async ({ raw }) => {
    for await (const _ of raw.iterator({ destroyOnReturn: false })) break;
    throw new ApiFailure(500, 'no space left on device');
  });
  server.post('/refused', () => Promise.reject(new ApiFailure(403, 'access denied')));
  server.get('/next', () => 'next');
  server.post('/taken', () => 'taken');
  await server.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => server.close());
  return server;
}

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;

async function open(server: FastifyInstance): Promise<{ socket: Socket; receives: (text: string) => Promise<void> }> {
  const socket = connectPlain({ host: '127.0.0.1', port: portOf(server) });
  closing.push(() => socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, receives: (wanted) => expect.poll(() => text).toContain(wanted) };
}

const head = (path: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`;

test.each(['/full', '/refused'])('HTTP/1.1: %s is answered at once, and its connection stays usable', async (path) => {
  const { socket, receives } = await open(await start());
  socket.write(head(path, 16 * PIECE.length));
  socket.write(PIECE);
  await receives('HTTP/1.1 ');
  for (let sent = 1; sent < 16; sent += 1) socket.write(PIECE);
  socket.write('GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await receives('next');
});

test('HTTP/1.1: a client that continues to send after a refusal is disconnected', async () => {
  const { socket, receives } = await open(await start());
  socket.write(head('/full', 1e12));
  socket.write(PIECE);
  await receives('no space left on device');
  const gone = new Promise((resolve) => socket.once('close', resolve));
  const send = () => {
    if (socket.writable) socket.write(PIECE, send);
  };
  send();
  await gone;
});

test.each(['/full', '/refused'])('HTTP/2: %s is answered at once, and other streams stay usable', async (path) => {
  const tls = selfSigned();
  const client = await openHttp2(`https://localhost:${portOf(await start(tls))}`);
  closing.push(() => client.close());
  const stream = client.session.request({ ':method': 'POST', ':path': path, 'content-length': 1e12 });
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const ended = new Promise((resolve) => stream.once('close', resolve));
  stream.write(PIECE);
  await ended;
  expect(text).toContain('message');
  expect(stream.rstCode).toBe(0);
  expect((await client.call({ path: '/next' })).text).toBe('next');
});

test('an injected request without a connection leaves no failing timer', async () => {
  const server = await start();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const [url, status] of [
      ['/taken', 200],
      ['/refused', 403],
    ] as const) {
      const { statusCode } = await server.inject({ method: 'POST', url, payload: { text: 'x'.repeat(100_000) } });
      expect(statusCode).toBe(status);
    }
    expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
});
