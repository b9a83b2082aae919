import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { denied } from './failures.ts';
import { createServer } from './server.ts';
import { createUpgrades, type Upgrades } from './upgrades.ts';

/** More than a socket buffers at once. */
const LONG = Buffer.alloc(4_000_000, 'x');

let server: FastifyInstance | undefined;
let upgrades: Upgrades | undefined;
afterEach(async () => {
  upgrades?.closeAll();
  await server?.close();
});

async function start(): Promise<number> {
  const made = (server = await createServer({
    listen: { host: '127.0.0.1', port: 0, trustProxy: false },
    publicUrl: 'http://localhost',
    logLevel: 'silent',
  }));
  const sockets = (upgrades = createUpgrades(made));
  made.get('/webapi/echo', (request, reply) =>
    sockets.accept(request, reply, (socket) =>
      socket
        .on('error', () => undefined)
        .on('message', (data: Buffer) => socket.send(`${request.url} ${data.toString()}`)),
    ),
  );
  made.get('/webapi/broken', (request, reply) =>
    sockets.accept(request, reply, () => {
      throw new Error('what is asked for cannot be looked up');
    }),
  );
  made.get('/webapi/refused', () => Promise.reject(denied('need auth')));
  made.get('/webapi/slow', () => new Promise((resolve) => setTimeout(resolve, 200, 'slow')));
  made.get('/webapi/long', (_request, reply) => reply.code(403).send(Readable.from([LONG, LONG])));
  await made.listen({ host: '127.0.0.1', port: 0 });
  const address = made.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const opened = (url: string) =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (part: Buffer) => (body += part.toString()));
      response.on('end', () => reject(new Error(`${response.statusCode} ${response.headers['content-type']} ${body}`)));
    });
    socket.once('error', reject);
  });

test('a handler that accepts gets an open websocket', async () => {
  const socket = await opened(`ws://127.0.0.1:${await start()}/v1/webapi/echo?a=1`);
  const answer = new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString())));
  socket.send('hello');
  expect(await answer).toBe('/webapi/echo?a=1 hello');
});

test('a handler that throws after the upgrade closes the websocket', async () => {
  const socket = await opened(`ws://127.0.0.1:${await start()}/v1/webapi/broken`);
  expect(await once(socket, 'close')).toEqual([1011, expect.anything()]);
});

test('a message in thousands of fragments ends the connection', async () => {
  const socket = await opened(`ws://127.0.0.1:${await start()}/v1/webapi/echo`);
  for (let i = 0; i < 3000; i++) socket.send('x', { fin: false });
  expect(await once(socket, 'close')).toEqual([1008, expect.anything()]);
});

test('a refusal is an ordinary response before the upgrade', async () => {
  await expect(opened(`ws://127.0.0.1:${await start()}/v1/webapi/refused`)).rejects.toThrow(
    /^403 application\/json \{\n {4}"error"/,
  );
});

test('an unknown path is an ordinary 404', async () => {
  await expect(opened(`ws://127.0.0.1:${await start()}/nowhere`)).rejects.toThrow(
    /^404 text\/plain.*404 page not found/,
  );
});

test('a request without an upgrade is answered with 400', async () => {
  const answer = await fetch(`http://127.0.0.1:${await start()}/v1/webapi/echo`);
  expect([answer.status, await answer.text(), answer.headers.get('sec-websocket-version')]).toEqual([
    400,
    'Bad Request\nError upgrading to websocket\n',
    '13',
  ]);
});

test('a client that resets its connection before the handshake does not affect others', async () => {
  const port = await start();
  await new Promise<void>((resolve) => {
    const raw = connect(port, '127.0.0.1', () => {
      raw.write('GET /v1/webapi/echo HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      raw.resetAndDestroy();
      raw.once('close', () => resolve());
    });
    raw.on('error', () => undefined);
  });
  (await opened(`ws://127.0.0.1:${port}/v1/webapi/echo`)).close();
});

test('a handshake without a key is refused', async () => {
  const port = await start();
  const answer = await new Promise<string>((resolve) => {
    const raw = connect(port, '127.0.0.1', () =>
      raw.write('GET /v1/webapi/echo HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
    let text = '';
    raw.on('data', (part: Buffer) => (text += part.toString()));
    raw.on('close', () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('closing all sockets drops open websockets', async () => {
  const socket = await opened(`ws://127.0.0.1:${await start()}/webapi/echo`);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  upgrades?.closeAll();
  expect(await closed).toBe(1006);
});

test('an upgrade behind an unanswered request ends only its own connection', async () => {
  const port = await start();
  const upgrade = 'GET /webapi/echo HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  for (let i = 0; i < 3; i++) {
    const socket = connect(port, '127.0.0.1');
    const closed = once(socket, 'close');
    socket.on('error', () => undefined).resume();
    socket.write(`GET /webapi/slow HTTP/1.1\r\nHost: localhost\r\n\r\n${upgrade}`);
    await closed;
  }
  (await opened(`ws://127.0.0.1:${port}/v1/webapi/echo`)).close();
});

test('a long refusal is sent completely', async () => {
  const answer = await opened(`ws://127.0.0.1:${await start()}/v1/webapi/long`).catch((error: unknown) => error);
  expect(String(answer)).toHaveLength('Error: 403 undefined '.length + 2 * LONG.length);
});
