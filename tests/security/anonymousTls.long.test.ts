// The memory that callers without an account can occupy over TLS, where one connection has its own state and, with
// HTTP/2, a hundred requests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANONYMOUS_CONNECTIONS } from '../../gateway/http/limits.ts';
import { serveSelfSigned } from '../support/certificate.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { openHttp2 } from '../support/http2Client.ts';
import { FLAG, FRAME, frame, literal, RawHttp2, requestBlock } from '../support/http2Frames.mjs';

const MEMORY_MAX_MB = 64;
/** A few more than the limit. */
const CONNECTIONS = ANONYMOUS_CONNECTIONS.total + 80;
/** Of each connection: together far more than may wait for their answer. */
const STREAMS = 8;

let gateway: Gateway;
let directory: string;
let script: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'postern-tls-'));
  await (await startGateway()).stop(); // otherwise the memory of a build would count for the next start
  gateway = await startGateway({
    config: 'node: false\n',
    args: serveSelfSigned(directory),
    env: { NODE_OPTIONS: '--max-old-space-size=256' },
  });
  const page = await get('/web/login');
  script = /src="(\/web\/app\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
  expect(script).not.toBe('');
  // Warms up: the working memory of a process does not count as an attack.
  await attack(100, (n) => openHttp1(n, ''));
  await attack(100, async (n) => (await openStalled(n, [])).socket);
  for (let n = 0; n < 200; n += 1) await get(script);
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(directory, { recursive: true });
});

async function get(path: string) {
  const client = await openHttp2(gateway.base);
  try {
    return await client.call({ path });
  } finally {
    client.close();
  }
}

/** Resident memory of the process. */
function memoryMb(): number {
  const status = readFileSync(`/proc/${gateway.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Four connections from each address. */
const addressOf = (n: number) => `127.80.${n >> 9}.${((n >> 2) & 127) + 1}`;

async function openHttp1(n: number, send: string): Promise<TLSSocket> {
  const address = { host: '127.0.0.1', port: Number(new URL(gateway.base).port), localAddress: addressOf(n) };
  const socket = connect({ ...address, ALPNProtocols: ['http/1.1'], rejectUnauthorized: false });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('secureConnect', resolve).once('close', resolve));
  socket.write(send);
  return socket;
}

/** A connection that reads no byte of any answer. */
async function openStalled(n: number, frames: readonly Buffer[]): Promise<RawHttp2> {
  const raw = await RawHttp2.open(gateway.base, addressOf(n));
  const noWindow = frame(FRAME.settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]));
  await Promise.race([raw.send(noWindow, ...frames), delay(20)]);
  return raw;
}

/** The additional memory of the gateway while they are open. */
async function attack(count: number, open: (n: number) => Promise<TLSSocket>): Promise<number> {
  const before = memoryMb();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryMb())), 50);
  const sockets: TLSSocket[] = [];
  for (let n = 0; n < count; n += 1) sockets.push(await open(n));
  await delay(1_000);
  clearInterval(watch);
  expect((await get('/webapi/ping')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await delay(1_000);
  return most - before;
}

const headers = (stream: number, flags: number, block: Buffer) => {
  const pieces = Array.from({ length: Math.ceil(block.length / 16_384) }, (_, i) =>
    block.subarray(i * 16_384, (i + 1) * 16_384),
  );
  return pieces.map((piece, i) => {
    const isLast = i === pieces.length - 1 ? flags & FLAG.endHeaders : 0;
    return i === 0
      ? frame(FRAME.headers, (flags & FLAG.endStream) | isLast, stream, piece)
      : frame(FRAME.continuation, isLast, stream, piece);
  });
};
const long = (chars: number) => literal('x-long', 'x'.repeat(chars));
const longs = (count: number) => Array.from({ length: count }, () => long(16_000));
const requests = (make: (stream: number) => Buffer[]) =>
  Array.from({ length: STREAMS }, (_, i) => make(2 * i + 1)).flat();
const ALL = FLAG.endHeaders | FLAG.endStream;

describe(`${CONNECTIONS} connections take less than ${MEMORY_MAX_MB} MB together`, () => {
  test.each<[string, (n: number) => Promise<TLSSocket>]>([
    [
      'HTTP/1.1: headers of 64 kB that do not end',
      (n) => openHttp1(n, `GET /web HTTP/1.1\r\nX-Long: ${'x'.repeat(65_000)}`),
    ],
    [
      'HTTP/2: headers of 48 kB that do not end',
      async (n) => (await openStalled(n, headers(1, FLAG.endStream, requestBlock('GET', '/web', ...longs(3))))).socket,
    ],
    [
      'HTTP/2: answers that the client does not read',
      async (n) =>
        (
          await openStalled(
            n,
            requests((stream) => headers(stream, ALL, requestBlock('GET', script))),
          )
        ).socket,
    ],
    [
      'HTTP/2: unread answers with headers of 15 kB',
      async (n) =>
        (
          await openStalled(
            n,
            requests((stream) => headers(stream, ALL, requestBlock('GET', script, long(15_000)))),
          )
        ).socket,
    ],
    [
      'HTTP/2: unread answers with headers of 48 kB',
      async (n) =>
        (
          await openStalled(
            n,
            requests((stream) => headers(stream, ALL, requestBlock('GET', '/web', ...longs(3)))),
          )
        ).socket,
    ],
    [
      'HTTP/2: bodies that do not end',
      async (n) =>
        (
          await openStalled(
            n,
            requests((stream) => [
              ...headers(
                stream,
                FLAG.endHeaders,
                requestBlock(
                  'POST',
                  '/webapi/mfa/login/begin',
                  literal('content-type', 'application/json'),
                  literal('content-length', '60000'),
                ),
              ),
              frame(FRAME.data, 0, stream, Buffer.alloc(600, 0x20)),
            ]),
          )
        ).socket,
    ],
  ])(
    '%s',
    async (_what, open) => {
      const mb = await attack(CONNECTIONS, open);
      expect(mb).toBeLessThan(MEMORY_MAX_MB);
    },
    120_000,
  );
});
