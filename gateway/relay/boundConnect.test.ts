import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connectCluster } from './cluster.ts';
import { get } from './get.ts';

/** Accepts a few connections into its queue and then drops all packets, like behind a firewall. */
const STOPPED_SERVER = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write(String(server.address().port)));
`;

let server: ReturnType<typeof spawn>;
let port: number;
const queued: Socket[] = [];
beforeAll(async () => {
  server = spawn(process.execPath, ['-e', STOPPED_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!server.stdout) throw new Error('the server says nothing');
  const [output] = (await once(server.stdout, 'data')) as [Buffer];
  port = Number(output.toString());
  server.kill('SIGSTOP');
  for (let n = 0; n < 8; n += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    queued.push(socket);
    const isTaken = await Promise.race([once(socket, 'connect').then(() => true), wait(500).then(() => false)]);
    if (!isTaken) return;
  }
  throw new Error('the queue of the server takes everybody');
});
afterAll(() => {
  for (const socket of queued) socket.destroy();
  server.kill('SIGKILL');
});
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each([
  { proxyProtocol: false, scheme: 'http' },
  { proxyProtocol: false, scheme: 'https' },
  { proxyProtocol: true, scheme: 'http' },
  { proxyProtocol: true, scheme: 'https' },
])('a cluster that accepts no connection fails at a timeout, $scheme, PROXY line: $proxyProtocol', async (mode) => {
  const url = new URL(`${mode.scheme}://127.0.0.1:${port}`);
  const cluster = connectCluster({ kind: 'cluster', url, insecure: true, proxyProtocol: mode.proxyProtocol });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let outcome = 'waiting';
    void get(cluster, '/web', {}, 10_000).catch(
      (error: unknown) => (outcome = error instanceof Error ? error.message : String(error)),
    );
    await vi.advanceTimersByTimeAsync(7_000);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(outcome).toBe('connection timed out'));
  } finally {
    cluster.close();
  }
});
