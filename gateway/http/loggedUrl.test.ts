import { describe, expect, test } from 'vitest';
import { urlOfRoute, urlWithoutRoute } from './loggedUrl.ts';

describe('the logged URL of a request with a route', () => {
  test.each([
    ['/webapi/users/:name', { name: 'ann.lee@example.com' }, '', '/webapi/users/ann.lee@example.com'],
    ['/webapi/users/:name', { name: 'Zoë' }, '', '/webapi/users/Zo%C3%AB'],
    ['/webapi/users/:name', { name: 'password/token/x' }, '', '/webapi/users/[redacted]'],
    ['/webapi/users/:name', { name: '0123456789abcdef0123456789abcdef' }, '', '/webapi/users/[redacted]'],
    ['/webapi/users/:name', { name: 'x'.repeat(101) }, '', '/webapi/users/[redacted]'],
    ['/webapi/users/:name', { name: 'a\u001b[2J' }, '', '/webapi/users/[redacted]'],
    ['/webapi/users/password/token/:token', { token: 'abc' }, '', '/webapi/users/password/token/[redacted]'],
    ['/webapi/new/:thing', { thing: 'abc' }, '', '/webapi/new/[redacted]'],
    ['/webapi/postern/documents/:kind/:name', { kind: 'role', name: 'a' }, '', '/webapi/postern/documents/role/a'],
    [
      '/webapi/postern/documents/:kind/:name',
      { kind: 'token', name: 'a' },
      '',
      '/webapi/postern/documents/token/[redacted]',
    ],
    [
      '/webapi/postern/documents/:kind/:name',
      { kind: 'x', name: 'a' },
      '',
      '/webapi/postern/documents/[redacted]/[redacted]',
    ],
    [
      '/webapi/postern/history/:kind/:name/:revision',
      { kind: 'token', name: 'a', revision: '3' },
      '',
      '/webapi/postern/history/token/[redacted]/3',
    ],
    ['/scripts/:token/:file', { token: 'abc', file: 'install-node.sh' }, '', '/scripts/[redacted]/install-node.sh'],
    ['/scripts/:token/:file', { token: 'abc', file: 'abc' }, '', '/scripts/[redacted]/[redacted]'],
    ['/web/*', { '*': 'cluster/c1/nodes' }, '', '/web/cluster/[redacted]/nodes'],
    ['/web/*', { '*': 'invite/abc/continue' }, '', '/web/invite/[redacted]/continue'],
    ['/web/app/*', { '*': 'a/index-D3k_.js' }, '', '/web/app/a/index-D3k_.js'],
    [
      '/webapi/ping',
      {},
      '?limit=10&search=db&sort=name:desc',
      '/webapi/ping?limit=10&search=[redacted]&sort=name:desc',
    ],
    ['/webapi/ping', {}, '?limit=x&abc&token=', '/webapi/ping?limit=[redacted]&token=&[redacted]'],
    ['/webapi/ping', {}, '?', '/webapi/ping?'],
  ])('%s with %j and %j is %s', (template, params, search, shown) => {
    expect(urlOfRoute(template, params, `/x${search}`)).toBe(shown);
  });
});

test.each([
  ['/webapi/users/password/token/abc?token=abc', '/webapi/users/password/token/[redacted]?token=[redacted]'],
  ['//scripts/abc', '//scripts/[redacted]'],
  ['/a#abc', '/[redacted]'],
  ['/%77eb/abc', '/[redacted]/[redacted]'],
  ['', ''],
  ['/users'.repeat(100), `${'/users'.repeat(15)}/…`],
])('the logged URL of a request without a route: %s', (url, shown) => {
  expect(urlWithoutRoute(url)).toBe(shown);
});

test('a logged URL has at most 512 characters', () => {
  const name = 'é'.repeat(100);
  const long = urlOfRoute('/nodes/:server/:login/:site', { server: name, login: name }, `/?from=${'a'.repeat(9_000)}`);
  expect(long.length).toBeLessThanOrEqual(513);
});
