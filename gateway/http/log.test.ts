import { expect, test } from 'vitest';
import { createServer } from './server.ts';

async function logged(write: (log: Awaited<ReturnType<typeof createServer>>['log']) => void): Promise<string> {
  let lines = '';
  const listen = { host: '127.0.0.1', port: 3080, trustProxy: false };
  const settings = { listen, publicUrl: 'http://localhost:3080', logLevel: 'info' as const };
  const server = await createServer(settings, { write: (line) => (lines += line) });
  write(server.log);
  await server.close();
  return lines;
}

test.each([
  '/webapi/sites/a/connect?access_token=5ec4e7&params=x',
  '/webapi/github/callback?state=x&code=5ec4e7',
  '/web/invite/5ec4e7/continue',
  '/web/reset/5ec4e7',
  '/webapi/users/password/token/5ec4e7',
  '/webapi/mfa/token/5ec4e7/devices',
])('%s is told without its secret, as an address and within the words of an error', async (url) => {
  const lines = await logged((log) => {
    log.info({ req: { method: 'GET', url, ip: '127.0.0.1' } }, 'answered');
    log.error({ err: new Error(`Reply was already sent in "${url}" (GET)`) }, 'failed');
  });
  expect(lines).not.toContain('5ec4e7');
  expect(lines.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(2);
  expect(lines).toContain('(GET)');
});

test('the cause of an error is told with it, and what is no error is no trouble', async () => {
  const lines = await logged((log) => {
    log.error({ err: new Error('not saved', { cause: new Error('the disk is full') }) });
    log.error({ err: 'a text' });
    log.error({ err: null });
  });
  expect(lines).toContain('the disk is full');
  expect(lines).toContain('a text');
});

test('headers that are logged by hand lose what identifies somebody', async () => {
  const headers = { cookie: '5ec4e7', authorization: 'Bearer 5ec4e7', 'x-csrf-token': '5ec4e7', accept: 'text/html' };
  const lines = await logged((log) => log.info({ headers }, 'seen'));
  expect(lines).not.toContain('5ec4e7');
  expect(lines).toContain('text/html');
});
