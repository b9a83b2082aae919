import { expect, test } from 'vitest';
import { apiUrl, encodeSegment, fillPath } from './urls.ts';

test.each([
  ['alice', 'alice'],
  ['a@b+c:d,e;f=g&h$i', 'a@b+c:d,e;f=g&h$i'],
  ['a/b?c#d', 'a%2Fb%3Fc%23d'],
  ['100 %', '100%20%25'],
  ['ключ', '%D0%BA%D0%BB%D1%8E%D1%87'],
  ['half \ud800', 'half%20%EF%BF%BD'],
])('encodes %j as the server expects it', (value, encoded) => expect(encodeSegment(value)).toBe(encoded));

test.each(['', '.', '..'])('encodes %j so that it does not address another endpoint', (value) => {
  const address = new URL(`/v1/webapi/users/${encodeSegment(value)}`, 'https://example.test');
  expect(decodeURI(address.pathname)).toBe(`/v1/webapi/users/ ${value}`);
});

test('fills a path template and omits absent optional parts', () => {
  const template = '/launch/:fqdn/:clusterId?/:publicAddr?';
  expect(fillPath(template, { fqdn: 'a.example.test', clusterId: 'east', publicAddr: 'b' })).toBe(
    '/launch/a.example.test/east/b',
  );
  expect(fillPath(template, { fqdn: 'a.example.test' })).toBe('/launch/a.example.test');
  expect(() => fillPath(template, {})).toThrow('fqdn is missing');
});

test('sends empty query values and omits undefined ones', () => {
  expect(
    apiUrl(
      'sites/:clusterId/nodes',
      { clusterId: 'east' },
      { limit: 500, startKey: '', query: undefined, search: 'a b' },
    ),
  ).toBe('/v1/webapi/sites/east/nodes?limit=500&startKey=&search=a+b');
  expect(apiUrl('sites')).toBe('/v1/webapi/sites');
});
