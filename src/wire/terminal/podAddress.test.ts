import { expect, test } from 'vitest';
import { parsePodAddress } from './podAddress.ts';

const address = { cluster: 'eu-1', namespace: 'default', pod: 'web-7c9.x', container: 'app' };

test('parses an address', () => {
  expect(parsePodAddress('kubernetes/eu-1/default/web-7c9.x/app')).toEqual(address);
});

test.each([
  '',
  'web-1',
  'root@web:22',
  'kubernetes/eu-1/default/web',
  'kubernetes/eu-1/default/web/app/more',
  'kubernetes/eu-1/../web/app',
  'kubernetes/../default/web/app',
  'kubernetes/eu-1/default/./app',
  'kubernetes/eu-1/default/web?x=1/app',
  'kubernetes/eu-1/default/we b/app',
  `kubernetes/eu-1/default/${'x'.repeat(254)}/app`,
])('rejects %j', (text) => expect(parsePodAddress(text)).toBeUndefined());
