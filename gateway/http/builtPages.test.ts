import type { FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtPages } from './builtPages.ts';
import { createServer } from './server.ts';

const SCRIPT = 'export const answer = 42;\n'.repeat(50);

let dir: string;
let server: FastifyInstance;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-pages-'));
  mkdirSync(join(dir, 'console/.vite'), { recursive: true });
  mkdirSync(join(dir, 'console/a'));
  writeFileSync(join(dir, 'secret.js'), 'outside');
  writeFileSync(join(dir, 'console/index.html'), '<head></head>');
  writeFileSync(join(dir, 'console/.vite/manifest.json'), '{}');
  writeFileSync(join(dir, 'console/a/x-1234.js'), SCRIPT);
  writeFileSync(join(dir, 'console/a/x-1234.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(dir, 'console/a/x-1234.js.gz'), gzipSync(SCRIPT));
  server = await createServer({
    listen: { host: '127.0.0.1', port: 3080, trustProxy: false },
    publicUrl: 'http://localhost:3080',
    logLevel: 'silent',
  });
  await builtPages(join(dir, 'console')).serveAssets(server);
});
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});

const get = (path: string, encoding = 'identity') =>
  server.inject({ url: `/web/app/${path}`, headers: { 'accept-encoding': encoding, host: 'localhost:3080' } });

describe('a built file', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('for a browser that accepts %s is sent as %s and cacheable for a year', async (accepted, encoding) => {
    const { statusCode, headers } = await get('a/x-1234.js', accepted);
    expect([statusCode, headers['content-encoding']]).toEqual([200, encoding]);
    expect(headers).toMatchObject({ 'cache-control': 'max-age=31536000, immutable', vary: 'accept-encoding' });
    expect(headers['content-type']).toContain('javascript');
  });
});

test.each([
  ['a missing file', 'a/none.js'],
  ['a path outside of the directory', '../secret.js'],
  ['an escaped path outside of the directory', '..%2Fsecret.js'],
  ['the template of the document', 'index.html'],
  ['the manifest of the build', '.vite/manifest.json'],
  ['a compressed copy by its name', 'a/x-1234.js.br'],
  ['a directory', 'a/'],
])('%s is answered with 404', async (_what, path) => {
  const { statusCode, body } = await get(path);
  expect([statusCode, body]).toEqual([404, '404 page not found\n']);
});

test('the root is answered without a list of files', async () => {
  const { statusCode, body } = await get('');
  expect(statusCode).toBe(200);
  expect(body).not.toContain('x-1234');
});
