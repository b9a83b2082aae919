import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import { createServer } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { selfSigned } from '../../tests/support/certificate.ts';
import { publicThumbprint } from './publicThumbprint.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function addressOf(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a certificate that is not trusted is reported as the reason', async () => {
  const address = await addressOf(createServer(selfSigned()).on('tlsClientError', () => undefined));
  await expect(publicThumbprint(address)).rejects.toThrow(
    'the certificate of 127.0.0.1 cannot be trusted: self-signed certificate',
  );
});

test('an unreachable address is not reported as a certificate error', async () => {
  await expect(publicThumbprint('https://no-such-host.invalid')).rejects.toThrow(
    /^no-such-host\.invalid cannot be reached: (its name cannot be resolved|the DNS server does not answer)$/,
  );
  const plain = createPlainServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(publicThumbprint(await addressOf(plain))).rejects.toThrow(/^127\.0\.0\.1 cannot be reached: /);
  await expect(publicThumbprint('https://127.0.0.1:1')).rejects.toThrow(
    '127.0.0.1 cannot be reached: the connection was refused',
  );
});
