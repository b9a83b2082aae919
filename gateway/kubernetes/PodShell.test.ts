import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { KubeClient } from './KubeClient.ts';
import { STATUS_OF_SIGNAL, type ShellEnd } from '../terminal/target.ts';
import { PodShell } from './PodShell.ts';

/** How a shell of the API server at this port ends. Rejects if it does not begin. */
function endAt(port: number): Promise<ShellEnd> {
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
  return endAt((server.address() as AddressInfo).port);
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

test('an API server that sends informational answers without end opens no shell', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(2000));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const end = endAt((server.address() as AddressInfo).port);
  await expect(end).rejects.toThrow('The API server did not open a shell.');
});
