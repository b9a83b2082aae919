import { expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteBody, withoutSecrets } from './requestSecrets.ts';
import { createServer } from './server.ts';

/** The redacted text about a request. */
async function leftOf(text: string, { url = '/a', headers = {}, body = {} } = {}): Promise<string> {
  const listen = { host: '127.0.0.1', port: 3080, trustProxy: false };
  const server: FastifyInstance = await createServer({
    listen,
    publicUrl: 'http://localhost:3080',
    logLevel: 'silent',
  });
  let left = '';
  const take = (request: FastifyRequest) => {
    noteBody(request, body);
    left = withoutSecrets(text, request);
    return left;
  };
  server.get('/a', take);
  server.get('/webapi/users/:name', take);
  await server.inject({ method: 'GET', url, headers });
  await server.close();
  return left;
}

test.each([
  ['the key s3cret is bad', { body: { deep: [{ key: 's3cret' }] } }, 'the key [redacted] is bad'],
  ['the code 123456 is bad', { body: { code: 123456 } }, 'the code [redacted] is bad'],
  ['the text "s3\\"cret" is bad', { body: ['s3"cret'] }, 'the text "[redacted]" is bad'],
  ['the password s3cret is bad', { body: { pass: 'czNjcmV0' } }, 'the password [redacted] is bad'],
  ['at %73%33 and s3cret', { url: '/a?token=s3cret&code=%73%33' }, 'at [redacted] and [redacted]'],
  [
    'Basic abcd== and xyz1',
    { headers: { authorization: 'Basic abcd==', cookie: 'a=xyz1' } },
    '[redacted] [redacted]== and [redacted]',
  ],
  ['nobody: no access', { url: '/a?error=denied&error_description=nobody' }, 'nobody: no access'],
  ['user ann.lee of role x', { url: '/webapi/users/ann.lee', body: { role: 'x' } }, 'user ann.lee of role x'],
])('redacts secrets of the request in: %s', async (text, sent, left) => {
  expect(await leftOf(text, sent)).toBe(left);
});

test('redacts the whole text if the text or the request is too long to search', async () => {
  expect(await leftOf('x'.repeat(20_000))).toBe('[redacted]');
  const body = Array.from({ length: 100_000 }, (_, i) => `text${i}`);
  const spentMs = cpuClock();
  expect(await leftOf('x'.repeat(16_000), { body })).toBe('[redacted]');
  expect(spentMs()).toBeLessThan(1_000);
});
