import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { selfSigned } from '../../tests/support/certificate.ts';
import { connectCluster } from './cluster.ts';
import { get } from './get.ts';
import { proxyLine } from './proxyProtocol.ts';

const own = { localAddress: '10.0.0.1', localPort: 40000 };
const over4 = { ...own, remoteAddress: '10.0.0.2', remotePort: 3080 };
const over6 = { localAddress: 'fd00::1', localPort: 40000, remoteAddress: 'fd00::2', remotePort: 3080 };

test.each([
  ['192.0.2.7', over4, 'PROXY TCP4 192.0.2.7 10.0.0.2 51000 3080\r\n'],
  ['::ffff:192.0.2.7', over4, 'PROXY TCP4 192.0.2.7 10.0.0.2 51000 3080\r\n'],
  ['2001:db8::7', over6, 'PROXY TCP6 2001:db8::7 fd00::2 51000 3080\r\n'],
  ['fe80::7%eth0', over6, 'PROXY TCP6 fe80::7 fd00::2 51000 3080\r\n'],
  // Both addresses have the family of the client's address, independent of the connection's.
  ['192.0.2.7', over6, 'PROXY TCP4 192.0.2.7 0.0.0.0 51000 3080\r\n'],
  ['2001:db8::7', over4, 'PROXY TCP6 2001:db8::7 :: 51000 3080\r\n'],
])('the address %s is sent in one line', (address, socket, line) => {
  expect(proxyLine({ address, port: 51000 }, socket)).toBe(line);
});

test.each([undefined, { address: '', port: 1 }, { address: 'x\r\nHost: y', port: 1 }])(
  'without a valid client address, %j, the line has the address of the gateway',
  (client) => {
    expect(proxyLine(client, over4)).toBe('PROXY TCP4 10.0.0.1 10.0.0.2 40000 3080\r\n');
  },
);

test('over TLS the line precedes the handshake, and each client address has its own connection', async () => {
  const lines: string[] = [];
  const https = createHttpsServer(selfSigned(), (_request, response) => response.end('theirs'));
  const tcp = createTcpServer((socket) => {
    socket.once('data', (bytes) => {
      const end = bytes.indexOf('\r\n') + 2;
      lines.push(bytes.toString('latin1', 0, end).split(' ').slice(0, 3).join(' '));
      https.emit('connection', socket);
      if (end < bytes.length) socket.unshift(bytes.subarray(end));
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const url = new URL(`https://localhost:${(tcp.address() as AddressInfo).port}`);
  const cluster = connectCluster({ kind: 'cluster', url, insecure: true, proxyProtocol: true });
  try {
    for (const address of ['192.0.2.7', '192.0.2.7', '192.0.2.8'])
      expect((await get(cluster, '/webapi/ping', {}, 5_000, { address, port: 51_000 })).text).toBe('theirs');
    expect(lines).toEqual(['PROXY TCP4 192.0.2.7', 'PROXY TCP4 192.0.2.8']);
  } finally {
    cluster.close();
    https.closeAllConnections();
    tcp.close();
  }
});
