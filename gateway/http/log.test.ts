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
])('%s is logged without its secret, in an error and in a message', async (url) => {
  const lines = await logged((log) => {
    log.error({ err: new Error(`Reply was already sent in "${url}" (GET)`) }, 'failed');
    log.warn(`Reply was already sent in "${url}" (GET)`);
  });
  expect(lines).not.toContain('5ec4e7');
  expect(lines.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(2);
  expect(lines).toContain('(GET)');
});

test('an error is logged with its causes, and any other value is logged like an error', async () => {
  const lines = await logged((log) => {
    log.error({
      err: new Error('not saved', { cause: new Error('no space', { cause: new Error('the disk is full') }) }),
    });
    log.error({ err: 'a text' });
    log.error({ err: null });
    log.error(new Error('alone'));
  });
  expect(lines).toContain('no space: the disk is full');
  expect(lines).toContain('a text');
  expect(lines).toContain('log.test.ts');
  expect(lines).toContain('alone');
});

test('an error of the JSON parser is logged without the quoted text', async () => {
  const lines = await logged((log) => {
    try {
      JSON.parse('{"pass": 5ec4e7}');
    } catch (err) {
      log.error({ err }, 'failed');
    }
  });
  expect(lines).not.toContain('5ec4e7');
  expect(lines).toContain('invalid JSON');
});

test('headers that are logged directly lose values that identify a user', async () => {
  const headers = { cookie: '5ec4e7', authorization: 'Bearer 5ec4e7', 'x-csrf-token': '5ec4e7', accept: 'text/html' };
  const lines = await logged((log) => log.info({ headers }, 'seen'));
  expect(lines).not.toContain('5ec4e7');
  expect(lines).toContain('text/html');
});

test('a line that is too long is cut and stays JSON, or keeps only its message', async () => {
  const long = 'x'.repeat(20_000);
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`member${i}`, 'value']));
  const lines = await logged((log) => {
    log.info({ a: long, list: Array.from({ length: 1_000 }, () => 'item') }, 'cut');
    log.info({ many }, 'kept');
  });
  const [cut, kept] = lines
    .split('\n')
    .map((line) => (line === '' ? {} : (JSON.parse(line) as Record<string, unknown>)));
  expect(cut).toMatchObject({ msg: 'cut', cutFrom: expect.any(Number) });
  expect(String(cut?.['a'])).toHaveLength(513);
  expect(cut?.['list']).toHaveLength(16);
  expect(kept).toMatchObject({ level: 30, msg: 'kept', cutFrom: expect.any(Number) });
  expect(kept).not.toHaveProperty('many');
});
