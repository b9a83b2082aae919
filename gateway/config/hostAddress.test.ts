import { expect, test } from 'vitest';
import { parseSshAddress } from './hostAddress.ts';

test.each([
  ['web-1.test', { host: 'web-1.test', port: 22 }],
  ['web-1.test:2222', { host: 'web-1.test', port: 2222 }],
  ['10.0.0.1:22', { host: '10.0.0.1', port: 22 }],
  ['[::1]:2222', { host: '::1', port: 2222 }],
  ['[::1]', { host: '::1', port: 22 }],
  ['fe80::1', { host: 'fe80::1', port: 22 }],
])('%s is an address', (text, address) => expect(parseSshAddress(text)).toEqual(address));

test.each(['', ':22', 'a b', 'host:', 'host:0', 'host:65536', 'host:ssh', '[::1', 'ops@host'])(
  '%j is not an address',
  (text) => expect(parseSshAddress(text)).toBeUndefined(),
);
