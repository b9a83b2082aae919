import { expect, test } from 'vitest';
import { ssoAddress } from './auth.ts';

const url = '/v1/webapi/github/login/web?connector_id=:providerName&redirect_url=:redirect';

test('fills the URL template of the provider', () => {
  expect(ssoAddress({ name: 'gh', type: 'github', url }, 'https://east.example.test/web')).toBe(
    '/v1/webapi/github/login/web?connector_id=gh&redirect_url=https%3A%2F%2Feast.example.test%2Fweb',
  );
});

test('encodes names and targets with special characters', () => {
  const name = 'a&b=:redirect $& ü';
  const entry = 'https://east.example.test/web/cluster/e/nodes?query=a%2Bb+c&redirect_url=x#y';
  const query = new URL(ssoAddress({ name, type: 'github', url }, entry), 'https://east.example.test').searchParams;
  expect(query.get('connector_id')).toBe(name);
  expect(query.get('redirect_url')).toBe(entry);
});
