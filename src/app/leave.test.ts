import { expect, test } from 'vitest';
import { entryTarget, loginAddress } from './leave.ts';

const origin = 'https://east.example.test';
const target = (uri: string) => entryTarget(`?redirect_uri=${encodeURIComponent(uri)}`, origin);

test.each([
  'https://evil.test/web/users',
  '//evil.test/web/users',
  '///evil.test/web/users',
  '/\\evil.test/web/users',
  '\\\\evil.test\\web\\users',
  'https:evil.test',
  'http://east.example.test/web/users',
  'https://east.example.test.evil.test/web',
  'https://east.example.test@evil.test/web/users',
  'https://user:pw@evil.test/web/users',
  'https://east.example.test:8443/web/users',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//web/users',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://east.example.test/web',
  'file:///web/users',
  '/web/../v1/webapi/sessions/web',
  '/web//evil.test',
  '/web/login?redirect_uri=/web/login',
  '/v1/webapi/github/login/web?redirect_url=https://evil.test',
  '/web/app/../../evil',
  '/webusers',
  '/web/nodez',
  '/web/users\u0000.evil',
  'https://[::1',
  '',
  ' ',
])('%j redirects to the start page', (uri) => expect(target(uri)).toBe('/web'));

test.each([
  ['https://east.example.test/web/users', '/web/users'],
  ['/web/cluster/east/nodes?search=%25&sort=hostname:asc', '/web/cluster/east/nodes?search=%25&sort=hostname:asc'],
  ['/web/roles/access', '/web/roles/access'],
  ['https://user@east.example.test/web/users#x', '/web/users'],
  ['\t/web/users\n', '/web/users'],
])('%j redirects to %s', (uri, expected) => expect(target(uri)).toBe(expected));

test('redirects to the start page without the parameter', () => {
  expect(entryTarget('', origin)).toBe('/web');
});

test('the login address contains a page of the console and survives the round trip', () => {
  const address = loginAddress({ origin, pathname: '/web/cluster/east/nodes', search: '?search=a%26b' });
  expect(address).toBe(
    '/web/login?redirect_uri=https%3A%2F%2Feast.example.test%2Fweb%2Fcluster%2Feast%2Fnodes%3Fsearch%3Da%2526b',
  );
  expect(entryTarget(new URL(address, origin).search, origin)).toBe('/web/cluster/east/nodes?search=a%26b');
});

test('the login address keeps the time of a recording in the fragment, and no other fragment', () => {
  const recording = { origin, pathname: '/web/cluster/east/session/0c5b7a52-4f5e-4a3c-8f0a-2f1c9d8e7b6a', search: '' };
  const back = (hash: string) => entryTarget(new URL(loginAddress({ ...recording, hash }), origin).search, origin);
  expect(back('#t=1h2m3.5s')).toBe(`${recording.pathname}#t=1h2m3.5s`);
  for (const hash of ['', '#x', '#t=', '#t=1s&x=//evil.test', '#t=//evil.test', `#t=${'1'.repeat(30)}`])
    expect(back(hash)).toBe(recording.pathname);
  expect(target('/web/nodez#t=1s')).toBe('/web');
  expect(target('https://evil.test/web/users#t=1s')).toBe('/web');
});

test('the login address contains no other pages', () => {
  expect(loginAddress({ origin, pathname: '/web/nodez', search: '' })).toBe('/web/login');
  expect(loginAddress()).toBe('/web/login');
});
