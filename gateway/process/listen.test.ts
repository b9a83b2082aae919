import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './listen.ts';

test('a free port is outside the range of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort('127.0.0.1')));
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(1024);
});

test('a server can listen on a free port', async () => {
  const port = await freePort('127.0.0.1');
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  expect((server.address() as AddressInfo).port).toBe(port);
});

test('refuses a host that is not an address of this machine', async () => {
  await expect(freePort('203.0.113.7')).rejects.toThrow('host 203.0.113.7 is not an address of this machine');
});
