import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { selfSigned } from '../../../tests/support/certificate.ts';
import { headlessIdOf } from '../../identity/headless/headlessId.ts';
import { askCertificates, requireHeadless } from './askCertificates.mjs';
import { makeKey } from './makeKey.mjs';

let server: Server | undefined;
afterEach(() => void server?.close());

async function listening(listener: RequestListener, tls?: { key: string; cert: string }): Promise<URL> {
  const made = tls ? createTlsServer(tls, listener) : createServer(listener);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${(made.address() as AddressInfo).port}`);
}
const answering = (status: number, json: unknown, tls?: { key: string; cert: string }) =>
  listening((_request, response) => void response.writeHead(status).end(JSON.stringify(json)), tls);
const key = makeKey();
const ask = (url: URL, insecure = false) => askCertificates(url, { user: 'alice', key, ttlMs: 60_000, insecure });
const startError = (message: string) => expect.objectContaining({ name: 'StartError', message });

test('a key has the form and the id that the gateway computes', () => {
  expect(key.publicLine).toMatch(/^ecdsa-sha2-nistp256 [A-Za-z0-9+/=]+\n$/);
  expect(headlessIdOf(Buffer.from(key.publicLine))).toBe(key.id);
});

test('the request has the user, the key and the lifetime', async () => {
  let body = '';
  const url = await listening((request, response) => {
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => response.end(JSON.stringify({ cert: 'Yw==', tls_cert: '', host_signers: [] })));
  });
  expect((await ask(url)).cert).toBe('Yw==');
  expect(JSON.parse(body)).toEqual({
    user: 'alice',
    headless_id: key.id,
    pub_key: Buffer.from(key.publicLine).toString('base64'),
    ttl: 60e9,
  });
});

const refusal = (message: string) => ({ error: { message } });
test.each([
  [403, refusal('headless authentication failed'), 'the sign-in of alice was denied. Nothing was written'],
  [429, refusal('max rate reached: retry-in 0s'), 'the server at ORIGIN refused: max rate reached: retry-in 0s'],
  [502, 'nonsense', 'the server at ORIGIN refused: status 502'],
])('status %i is reported with a message', async (status, json, message) => {
  const url = await answering(status, json);
  await expect(ask(url)).rejects.toEqual(startError(message.replace('ORIGIN', url.origin)));
});

test('distinguishes a server without hardware keys from a server that is not a gateway', async () => {
  const off = await answering(200, { auth: { second_factor: 'otp' } });
  await expect(requireHeadless(off, false)).rejects.toEqual(
    startError(`${off.origin} does not accept hardware keys (second factor: otp), which are required for approval`),
  );
  server?.close();
  const other = await answering(404, 'not here');
  await expect(requireHeadless(other, false)).rejects.toEqual(
    startError(`${other.origin} answers, but is not a gateway or a cluster (status 404). See --url`),
  );
  server?.close();
  const on = await answering(200, { auth: { allow_headless: true } });
  await requireHeadless(on, false);
});

test('refuses a self-signed certificate unless verification is off', async () => {
  const url = await answering(200, { auth: { allow_headless: true } }, selfSigned());
  await expect(requireHeadless(url, false)).rejects.toThrow('--insecure accepts it without verification');
  await requireHeadless(url, true);
});

test('reports an address without a server', async () => {
  const url = await answering(200, {});
  await new Promise((resolve) => server?.close(resolve));
  await expect(ask(url)).rejects.toThrow('cannot be reached');
});
