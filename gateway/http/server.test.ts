import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { readObject } from './body.ts';
import { denied } from './failures.ts';
import { createServer } from './server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(options: { trustProxy?: boolean; log?: string[] } = {}) {
  const log = options.log ?? [];
  const server = await createServer(
    {
      listen: { host: '127.0.0.1', port: 3080, trustProxy: options.trustProxy ?? false },
      publicUrl: 'https://postern.example.test',
      logLevel: 'info',
    },
    { write: (line) => void log.push(line) },
  );
  closing.push(() => server.close());
  server.get('/webapi/users/:name', (request, reply) => reply.send(Buffer.from(JSON.stringify(request.params))));
  server.get('/webapi/refused', () => Promise.reject(denied('need auth')));
  server.get('/webapi/broken', () => Promise.reject(new Error('secret inside')));
  server.get('/webapi/address', (request, reply) => reply.send(Buffer.from(`${request.ip} ${request.protocol}`)));
  server.post('/webapi/echo', async (request, reply) => {
    const body = await readObject(request);
    return reply.send(Buffer.from(JSON.stringify({ text: body.text('text'), bytes: body.bytes('bytes').length })));
  });
  const inject = (
    method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS',
    url: string,
    headers: Record<string, string> = {},
    payload?: string,
  ) =>
    server.inject({
      method,
      url,
      headers: { host: 'localhost:3080', ...headers },
      ...(payload !== undefined && { payload }),
    });
  return { server, inject, log };
}

test('accepts a URL with a thousand server ids', async () => {
  const { server } = await start();
  const base = await server.listen({ host: '127.0.0.1', port: 0 });
  const ids = Array.from({ length: 1000 }, () => randomUUID());
  const answer = await fetch(`${base}/webapi/address?ids=${ids.join(',')}`, { headers: { host: 'localhost' } });
  expect(answer.status).toBe(200);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['198.51.100.7, 192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
])('reads the client address from the proxy header %s', async (named, address) => {
  const { inject } = await start({ trustProxy: true });
  const { body } = await inject('GET', '/webapi/address', { 'x-forwarded-for': named });
  expect(body).toBe(`${address} http`);
});

test('refuses a path segment that is too long with 414, without the path in the answer', async () => {
  const { inject } = await start();
  const { statusCode, headers, body } = await inject('GET', `/webapi/users/<b>${'a'.repeat(5000)}`);
  expect(statusCode).toBe(414);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
  expect(JSON.parse(body)).toEqual({ error: { message: 'a part of the path is too long' } });
});

describe('routing', () => {
  test.each(['/v1/webapi/users/ann', '/v1/v1/webapi/users/ann', '/webapi/users/ann'])(
    '%s is the same endpoint',
    async (url) => {
      const { inject } = await start();
      expect((await inject('GET', url)).json()).toEqual({ name: 'ann' });
    },
  );
  test.each([
    ['a%2Fb', 'a/b'],
    ['50%', '50%'],
    ['%zz', '%zz'],
    ['%C3%A9', 'é'],
    ['x'.repeat(300), 'x'.repeat(300)],
  ])('the parameter %s is read as %s', async (sent, name) => {
    const { inject } = await start();
    expect((await inject('GET', `/v1/webapi/users/${sent}`)).json()).toEqual({ name });
  });
  test.each([
    ['GET', '/v1/webapi/users/ann/'],
    ['GET', '/v1//webapi/users/ann'],
    ['GET', '/v1/WEBAPI/users/ann'],
    ['GET', '/v2/webapi/users/ann'],
    ['GET', '/v1'],
    ['GET', '/favicon.ico'],
    ['PUT', '/v1/webapi/users/ann'],
    ['HEAD', '/v1/webapi/users/ann'],
    ['OPTIONS', '/v1/webapi/users/ann'],
    ['POST', '/'],
  ] as const)('%s %s is not an endpoint', async (method, url) => {
    const { inject } = await start();
    const answer = await inject(method, url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['cache-control']).toBeUndefined();
    if (method !== 'HEAD') expect(answer.body).toBe('404 page not found\n');
  });
  test('the root redirects to the console', async () => {
    const { inject } = await start();
    const answer = await inject('GET', '/');
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([
      302,
      '/web',
      '<a href="/web">Found</a>.\n\n',
    ]);
  });
});

describe('the Host header', () => {
  test.each([
    'localhost',
    'localhost:3080',
    '127.0.0.1:3080',
    '[::1]:3080',
    'postern.example.test',
    'POSTERN.example.test:8443',
  ])('%s is accepted', async (host) => {
    const { inject } = await start();
    expect((await inject('GET', '/v1/webapi/users/ann', { host })).statusCode).toBe(200);
  });
  test('with another name redirects to the launcher of its application, without headers of the gateway', async () => {
    const { inject } = await start();
    const answer = await inject('GET', '/v1/webapi/ping?a=1', { host: 'grafana.localhost:3080' });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(
      'https://postern.example.test/web/launch/grafana.localhost?path=%2Fv1%2Fwebapi%2Fping',
    );
    expect(answer.headers['x-frame-options']).toBeUndefined();
  });
});

describe('errors', () => {
  test('have the JSON form of the contract, indented by four', async () => {
    const { inject } = await start();
    const answer = await inject('GET', '/v1/webapi/refused');
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body).toBe('{\n    "error": {\n        "message": "need auth"\n    }\n}');
  });
  test('are without details if unexpected, with an id for a search in the log', async () => {
    const { inject, log } = await start();
    const answer = await inject('GET', '/v1/webapi/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret inside');
    const id = /log for ([0-9a-f-]{36})/.exec(answer.body)?.[1] ?? 'none';
    expect(log.filter((line) => line.includes(id) && line.includes('secret inside'))).toHaveLength(1);
  });
});

describe('a body', () => {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  test('matches keys in any case and reads null as missing', async () => {
    const { inject } = await start();
    const answer = await inject('POST', '/v1/webapi/echo', json, '{"TEXT":"é","Bytes":"YWJj","more":{}}');
    expect(answer.json()).toEqual({ text: 'é', bytes: 3 });
    for (const empty of ['{"text":null}', 'null'])
      expect((await inject('POST', '/v1/webapi/echo', json, empty)).json()).toEqual({ text: '', bytes: 0 });
  });
  test.each([
    ['no body', {}, undefined, 400, 'invalid request'],
    ['no media type', { 'content-type': '' }, '{}', 400, 'invalid request'],
    ['another media type', { 'content-type': 'text/plain' }, '{}', 400, 'invalid request'],
    ['an invalid media type', { 'content-type': 'json' }, '{}', 400, 'invalid request'],
    ['malformed JSON', json, '{"text":', 400, 'request: '],
    ['text after the value', json, '{} x', 400, 'request: '],
    ['an empty text', json, '', 400, 'request: '],
    ['a list', json, '[]', 400, 'request: the body must be an object, found a list'],
    ['a wrong type', json, '{"text":1}', 400, 'request: text must be a string, found a number'],
    ['bytes that are not base64', json, '{"bytes":"p@ss"}', 400, 'request: illegal base64 data at input byte 1'],
    ['a body that is too long', json, `{"text":"${'x'.repeat(10 * 1024 * 1024)}"}`, 429, 'the read limit is reached'],
  ])('%s is refused', async (_name, headers, payload, status, message) => {
    const { inject } = await start();
    const answer = await inject('POST', '/v1/webapi/echo', headers, payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error.message).toContain(message);
  });
});

describe('behind a proxy', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'x-forwarded-proto': 'https' };
  test('the nearest proxy defines the client address and the protocol', async () => {
    const { inject } = await start({ trustProxy: true });
    const answer = await inject('GET', '/v1/webapi/address', forwarded);
    expect(answer.body).toBe('198.51.100.7 https');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
  test('forwarded headers are ignored unless the proxy is trusted', async () => {
    const { inject } = await start();
    const answer = await inject('GET', '/v1/webapi/address', forwarded);
    expect(answer.body).toBe('127.0.0.1 http');
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });
});

test('logs contain neither credentials nor links with a secret', async () => {
  const { server, inject, log } = await start();
  const secret = '5ec2e7';
  const headers = { authorization: `Bearer ${secret}`, cookie: `__Host-session=${secret}`, 'x-csrf-token': secret };
  await inject('GET', `/v1/webapi/users/ann?access_token=${secret}&limit=1&csrf_token=${secret}`, headers);
  for (const path of ['webapi/users/password/token/', 'webapi/mfa/token/', 'web/invite/', 'web/reset/', 'scripts/']) {
    await inject('GET', `/v1/${path}${secret}/devices`, headers);
    await inject('GET', `/${path}${secret}`, headers);
  }
  await inject('GET', '/v1/webapi/broken', headers);
  server.log.info({ headers, res: { headers: { 'set-cookie': secret } } }, 'by hand');
  expect(log.length).toBeGreaterThan(12);
  expect(log.join('')).not.toContain(secret);
  expect(log.join('')).toContain('limit=1');
});
