import { expect, test } from 'vitest';
import { serverAddress } from './tshCommands.ts';

const page = new URL('http://localhost:3080/web');

test('uses the public address of a cluster, not the address of the page', () => {
  const cluster = { isGateway: false };
  expect(serverAddress(cluster, { publicURL: 'proxy.example.com:3443' }, page)).toEqual({
    origin: 'https://proxy.example.com:3443',
    proxy: 'proxy.example.com:3443',
  });
  expect(serverAddress(cluster, { publicURL: 'proxy.example.com:443' }, page)).toEqual({
    origin: 'https://proxy.example.com',
    proxy: 'proxy.example.com:443',
  });
});

test.each([
  [{ isGateway: true }, { publicURL: 'gateway.example.com:443' }],
  [{ isGateway: false }, { publicURL: '' }],
])('uses the address of the page for a gateway and for a cluster without a public address', (server, cluster) => {
  expect(serverAddress(server, cluster, page)).toEqual({ origin: 'http://localhost:3080', proxy: 'localhost:3080' });
});
