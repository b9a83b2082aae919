import { expect, test } from 'vitest';
import { harmlessTarget } from './redirectTarget.ts';

const OURS = 'https://console.example.com';
const target = (address: string) => harmlessTarget(address, OURS);

test.each([
  ['https://console.example.com/web', '/web'],
  ['https://console.example.com/web/cluster/a/nodes?a=1&b=2', '/web/cluster/a/nodes?a=1&b=2'],
  ['https://console.example.com/web/cluster/a/nodes?search=a%20b#frag', '/web/cluster/a/nodes?search=a%20b'],
  ['https://console.example.com/web/cluster/a/session/s#t=1m30s', '/web/cluster/a/session/s#t=1m30s'],
  ["https://console.example.com/web/users#t=1s'", '/web/users'],
  ['/web/users', '/web/users'],
  ['/web/users?q=%27%22%3E', '/web/users?q=%27%22%3E'],
])('%s redirects to its page', (address, expected) => {
  expect(target(address)).toBe(expected);
});

/** Known tricks to redirect users away from the site that they signed in to. */
const HOSTILE = [
  'https://evil.example/x',
  'https://evil.example',
  '//evil.example/web',
  '///evil.example',
  '////evil.example/%2e%2e',
  '/\\evil.example',
  '\\\\evil.example\\web',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example/web',
  'https:evil.example',
  'https:/evil.example/a',
  'http:///evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//web',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://console.example.com/web',
  'https://console.example.com@evil.example/x',
  'https://console.example.com//evil.example/web',
  'https://console.example.com/\\evil.example',
  'https://console.example.com/web/..//evil.example',
  'https://console.example.com/web/%2e%2e/%2e%2e//evil.example',
  'https://console.example.com.evil.example/',
  '/web/../v1/webapi/sessions/web',
  '/webevil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  'foo:/\\evil.example',
  'https://[evil',
  '',
  ' ',
  `/web/${'x'.repeat(5000)}`,
];

test.each(HOSTILE)('%j redirects to the start page', (address) => {
  expect(target(address)).toBe('/web');
});

test.each([...HOSTILE, "https://x/web/'; URL='//evil.example", 'https://evil.example//web//evil.example'])(
  '%j redirects within the site',
  (address) => {
    expect(new URL(target(address), OURS).origin).toBe(OURS);
    expect(target(address)).toMatch(/^\/web(\/|\?|$)/);
  },
);
