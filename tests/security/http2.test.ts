// Attacks that HTTP/2 adds to HTTP/1.1: a hundred requests at once on one connection, requests that are cancelled
// before the answer, endless headers in pieces, frames that require an answer each.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { selfSigned } from '../support/certificate.ts';
import { openHttp2, type Http2Client } from '../support/http2Client.ts';
import { FLAG, FRAME, frame, literal, RawHttp2, requestBlock } from '../support/http2Frames.mjs';

const FLOOD = fileURLToPath(new URL('../support/http2Flood.mjs', import.meta.url));
const PING = { path: '/v1/webapi/ping' };
/** The limit is 50 ms on a quiet machine. This is for a machine that also runs other tests. */
const PAUSE_MAX_MS = 1000;
const MEMORY_MAX_BYTES = 64_000_000;

let gateway: InProcess;
beforeAll(async () => {
  gateway = await startInProcess({}, undefined, { tls: selfSigned() });
});
afterAll(() => gateway.stop());

type Outcome = { sent: number; isOpen: boolean; answers: number };

describe('a flood over one connection', () => {
  let other: Http2Client;
  beforeEach(async () => {
    other = await openHttp2(gateway.base);
  });
  afterEach(() => other.close());

  /** The client is disconnected, and another client is answered at the same time. */
  async function flood(kind: string): Promise<Outcome> {
    const rssBefore = process.memoryUsage.rss();
    const over = new AbortController();
    let longestMs = 0;
    const flooding = promisify(execFile)(process.execPath, [FLOOD, gateway.base, kind]).finally(() => over.abort());
    while (!over.signal.aborted) {
      const startMs = performance.now();
      expect((await other.call(PING)).status).toBe(200);
      longestMs = Math.max(longestMs, performance.now() - startMs);
    }
    const outcome = JSON.parse((await flooding).stdout) as Outcome;
    expect(longestMs).toBeLessThan(PAUSE_MAX_MS);
    expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(MEMORY_MAX_BYTES);
    expect(outcome.isOpen).toBe(false);
    return outcome;
  }

  test('of requests that are cancelled at once reaches no endpoint', async () => {
    expect((await flood('resets')).answers).toBeLessThan(10);
  });
  test('of requests beyond the limit of open requests ends the connection', async () => {
    expect((await flood('requests')).answers).toBeLessThan(1000);
  });
  test.each(['continuations', 'emptyContinuations', 'emptyData'])(
    'of %s ends after the first hundreds',
    async (kind) => {
      expect((await flood(kind)).sent).toBeLessThan(20_000);
    },
  );
  test.each(['pings', 'settings'])('of %s ends the connection', async (kind) => {
    await flood(kind);
  });
});

describe('headers', () => {
  let raw: RawHttp2;
  beforeEach(async () => {
    raw = await RawHttp2.open(gateway.base);
  });
  afterEach(() => void raw.socket.destroy());

  const ask = (stream: number, ...more: Buffer[]) => {
    const [first = Buffer.alloc(0), ...rest] = inPieces(requestBlock('GET', '/webapi/ping', ...more));
    const flags = FLAG.endStream | (rest.length === 0 ? FLAG.endHeaders : 0);
    return raw.send(
      frame(FRAME.headers, flags, stream, first),
      ...rest.map((piece, i) => frame(FRAME.continuation, i === rest.length - 1 ? FLAG.endHeaders : 0, stream, piece)),
    );
  };
  const isRefused = () => !raw.isOpen || raw.received.some(({ type }) => type === FRAME.reset || type === FRAME.goaway);
  const isAnswered = () => raw.received.some(({ type }) => type === FRAME.headers);
  const acknowledge = () => raw.send(frame(FRAME.settings, FLAG.ack, 0));

  test('of a page with many servers in its address are accepted', async () => {
    await ask(1, literal('x-ids', 'i'.repeat(16_000)), literal('x-more', 'i'.repeat(16_000)));
    await expect.poll(isAnswered).toBe(true);
  });
  test.each([
    ['has', () => acknowledge()],
    ['has not', () => undefined],
  ])('of more than 64 kB are refused, from a client that %s acknowledged the limit', async (_name, before) => {
    await before();
    await ask(1, ...Array.from({ length: 5 }, (_, i) => literal(`x-${i}`, 'x'.repeat(16_000))));
    await expect.poll(isRefused).toBe(true);
    expect(isAnswered()).toBe(false);
  });
  test('that repeat an entry of the table are counted each time', async () => {
    // A cookie is added to the table, followed by a hundred references of one byte.
    const cookie = Buffer.concat([Buffer.from([0x40]), literal('cookie', 'c'.repeat(3000)).subarray(1)]);
    await ask(1, cookie, Buffer.alloc(100, 0x80 | 62));
    await expect.poll(isRefused).toBe(true);
    expect(isAnswered()).toBe(false);
  });
  test('of requests whose answers are never read are limited per connection', async () => {
    const windowOfNothing = Buffer.from([0, 4, 0, 0, 0, 0]);
    await raw.send(frame(FRAME.settings, 0, 0, windowOfNothing));
    for (let stream = 1; stream < 60; stream += 2) {
      await ask(stream, ...Array.from({ length: 4 }, (_, i) => literal(`x-${i}`, 'x'.repeat(12_000))));
    }
    const refused = () => raw.received.filter(({ type }) => type === FRAME.reset).length;
    await expect.poll(refused).toBe(25); // 256 kB hold five of 48 kB
    expect(raw.isOpen).toBe(true);
  });
  test('in an excessive number are refused', async () => {
    await ask(1, ...Array.from({ length: 500 }, (_, i) => literal(`x-${i}`, '1')));
    await expect.poll(isRefused).toBe(true);
    expect(isAnswered()).toBe(false);
  });
  test.each([
    ['connection', 'close'],
    ['transfer-encoding', 'chunked'],
    ['upgrade', 'websocket'],
    ['X-Upper', '1'],
  ])('that HTTP/2 forbids are refused: %s', async (name, value) => {
    await ask(1, literal(name, value));
    await expect.poll(isRefused).toBe(true);
    expect(isAnswered()).toBe(false);
  });
});

/** One frame holds 16 kB. */
function inPieces(block: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < block.length; at += 16_384) pieces.push(block.subarray(at, at + 16_384));
  return pieces;
}
