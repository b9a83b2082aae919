import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { selfSigned } from '../../../tests/support/certificate.ts';
import { checkCertificate } from './checkCertificate.ts';

/** X.224 connection confirm that accepts TLS. */
const ACCEPT = Buffer.from('0300001300000000000000020000000000000000'.slice(0, 38), 'hex');
/** A record that no key can decrypt. */
const BROKEN_RECORD = Buffer.concat([Buffer.from('1703030040', 'hex'), Buffer.alloc(64, 7)]);

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('an unreadable record after the handshake fails only the attempt', async () => {
  const tls = createTlsServer({ ...selfSigned(), maxVersion: 'TLSv1.3', minVersion: 'TLSv1.3' }, (socket) =>
    socket.on('error', () => undefined),
  ).on('tlsClientError', () => undefined);
  const tlsPort = await portOf(tls);
  const rdp = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        socket.write(ACCEPT);
        const inner = connect(tlsPort, '127.0.0.1').on('error', () => undefined);
        socket.on('data', (bytes) => inner.write(bytes));
        // In the same chunk as the end of the handshake.
        inner.once('data', (bytes) => socket.write(Buffer.concat([bytes, BROKEN_RECORD])));
      });
  });
  const address = { host: '127.0.0.1', port: await portOf(rdp) };
  await expect(checkCertificate(address, AbortSignal.timeout(5000))).rejects.toThrow(/not trusted|TLS|SSL|record/);
  await new Promise((resolve) => setTimeout(resolve, 50));
});

test('the reason of a failed handshake does not name source files of OpenSSL', async () => {
  const rdp = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        socket.write(ACCEPT);
        socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
      });
  });
  const address = { host: '127.0.0.1', port: await portOf(rdp) };
  const refused = checkCertificate(address, AbortSignal.timeout(5000));
  await expect(refused).rejects.toThrow(/^Could not connect to the RDP server at [\d.:]+: wrong version number\.$/);
});
