import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitedBytes } from '../../http/limitedText.ts';
import { callForJson } from './callOut.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer);
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?secret=1`);
}

test('returns the JSON and the headers of an answer', async () => {
  const url = await serve((request, response) => {
    response.writeHead(200, { link: 'x' }).end(JSON.stringify({ accept: request.headers.accept }));
  });
  const { json, headers } = await callForJson(url);
  expect(json).toEqual({ accept: 'application/json' });
  expect(headers.get('link')).toBe('x');
});

test('a server that does not answer in time fails the call', async () => {
  const url = await serve(() => undefined);
  await expect(callForJson(url, { timeoutMs: 20 })).rejects.toThrow(`GET ${url.origin}/path failed: no answer in time`);
});

test('an answer that does not end in time fails the call', async () => {
  const url = await serve((_request, response) => void response.writeHead(200).write('{'));
  await expect(callForJson(url, { timeoutMs: 50 })).rejects.toThrow('no answer in time');
});

const MEGABYTE = 'x'.repeat(1024 * 1024);

test('an endless answer fails the call', async () => {
  const url = await serve((_request, response) => {
    response.on('drain', () => response.write(MEGABYTE));
    response.write(MEGABYTE);
  });
  await expect(callForJson(url)).rejects.toThrow('the answer is too long');
});

test('an answer with more values than sign-ins need, which take long to parse, fails the call', async () => {
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  const url = await serve((_request, response) => response.end(JSON.stringify(members(30_000))));
  await expect(callForJson(url)).rejects.toThrow('the answer is too long');
  const usual = await serve((_request, response) => response.end(JSON.stringify(members(15_000))));
  expect((await callForJson(usual)).json).toEqual(members(15_000));
});

test('copies the bytes of small chunks instead of keeping the chunks', async () => {
  async function* pieces() {
    const piece = new Uint8Array(3);
    for (let byte = 0; byte < 1000; byte++) yield piece.fill(byte);
  }
  const bytes = await limitedBytes(pieces(), 3000, () => new Error('too long'));
  expect(bytes).toEqual(Buffer.from(Array.from({ length: 3000 }, (_, at) => Math.floor(at / 3))));
  await expect(limitedBytes(pieces(), 2999, () => new Error('too long'))).rejects.toThrow('too long');
  expect(await limitedBytes([], 1, () => new Error('too long'))).toHaveLength(0);
});

test('the error contains neither the query nor the body', async () => {
  const url = await serve((_request, response) => response.writeHead(403).end('{}'));
  const failure = callForJson(url, { method: 'POST', body: new URLSearchParams({ client_secret: 'hush' }) });
  await expect(failure).rejects.toThrow(/^POST http:\/\/127\.0\.0\.1:\d+\/path answered 403$/);
});
