import { connect as connectPlain, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { selfSigned } from '../../tests/support/certificate.ts';
import { markSignedIn } from './connections.ts';
import { ANONYMOUS_CONNECTIONS } from './limits.ts';
import { createServer } from './server.ts';

const MORE = 10;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start({ tls = false, trustProxy = false } = {}) {
  const server = await createServer({
    listen: { host: '127.0.0.1', port: 3080, trustProxy, ...(tls && { tls: selfSigned() }) },
    publicUrl: 'https://localhost',
    logLevel: 'silent',
  });
  server.get('/sign-in', (request, reply) => {
    markSignedIn(request);
    return reply.send(Buffer.from('signed in'));
  });
  let waiting = 0;
  server.get('/waits', (_request, reply) => {
    waiting += 1;
    reply.hijack();
    reply.raw.once('close', () => (waiting -= 1));
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const open = (send = '') =>
    new Promise<Socket>((resolve) => {
      const options = { host: '127.0.0.1', port, rejectUnauthorized: false };
      const socket: Socket = tls
        ? connectTls(options, () => resolve(socket))
        : connectPlain(options, () => resolve(socket));
      socket.on('error', () => undefined).resume();
      socket.write(send);
      closing.push(() => socket.destroy());
    });
  return { open, waiting: () => waiting };
}

const isOpen = ({ closed }: Socket): boolean => !closed;

test.each([false, true])('closes the oldest anonymous connections above the limit (TLS: %s)', async (tls) => {
  const { open } = await start({ tls });
  const sockets: Socket[] = [];
  for (let n = 0; n < ANONYMOUS_CONNECTIONS.perNetwork + MORE; n += 1) sockets.push(await open());
  await expect.poll(() => sockets.slice(0, MORE).filter(isOpen).length).toBe(0);
  expect(sockets.slice(MORE).every(isOpen)).toBe(true);
});

test.each([false, true])('a signed-in connection stays open and does not count (TLS: %s)', async (tls) => {
  const { open } = await start({ tls });
  const signedIn = await open('GET /sign-in HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => signedIn.once('data', resolve));
  const sockets: Socket[] = [];
  for (let n = 0; n < ANONYMOUS_CONNECTIONS.perNetwork; n += 1) sockets.push(await open());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([signedIn, ...sockets].every(isOpen)).toBe(true);
});

test('does not limit the connections of a trusted proxy', async () => {
  const { open } = await start({ trustProxy: true });
  const sockets: Socket[] = [];
  for (let n = 0; n < ANONYMOUS_CONNECTIONS.perNetwork + MORE; n += 1) sockets.push(await open());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sockets.every(isOpen)).toBe(true);
});

test.each([false, true])('waiting answers end when their connection closes (TLS: %s)', async (tls) => {
  const { open, waiting } = await start({ tls });
  const socket = await open('GET /waits HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5));
  await expect.poll(waiting).toBe(5);
  socket.destroy();
  await expect.poll(waiting).toBe(0);
});
