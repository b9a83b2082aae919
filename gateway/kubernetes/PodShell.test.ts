import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { KubeClient } from './KubeClient.ts';
import { STATUS_OF_SIGNAL, type ShellEnd } from '../terminal/target.ts';
import { PodShell } from './PodShell.ts';

/** How a shell ends whose API server sends this text as its status. */
async function endWith(status: string, fragments = 0): Promise<ShellEnd> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    for (let i = 0; i < fragments; i++) socket.send('', { fin: false });
    socket.send(Buffer.concat([Buffer.of(3), Buffer.from(status)]));
    socket.close(1000);
  });
  onTestFinished(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = {
    pathOf: () => '/exec',
    headers: {},
    address: `127.0.0.1:${port}`,
    connect: async () => {
      const connection = connect(port, '127.0.0.1');
      await once(connection, 'connect');
      return connection;
    },
  } as unknown as KubeClient;
  return new Promise((end, fail) => {
    const listener = { output: () => undefined, drained: () => undefined, end };
    const pod = { namespace: 'n', name: 'p', container: 'c' };
    PodShell.open(client, pod, { cols: 80, rows: 24 }, listener, undefined).catch(fail);
  });
}

test('the status of a shell is its exit code', async () => {
  const causes = [{ reason: 'ExitCode', message: '7' }];
  expect(await endWith('{"status":"Success"}')).toEqual({ kind: 'exited', status: 0 });
  expect(await endWith(JSON.stringify({ status: 'Failure', details: { causes } }))).toEqual({
    kind: 'exited',
    status: 7,
  });
});

test('a status that takes long to parse is ignored', async () => {
  const long = `{"status":"Success","details":[${'[],'.repeat(100_000)}[]]}`;
  expect(await endWith(long)).toEqual({ kind: 'exited', status: STATUS_OF_SIGNAL });
});

test('a message in thousands of fragments ends the shell', async () => {
  expect(await endWith('{"status":"Success"}', 3000)).toEqual({ kind: 'lost' });
});
