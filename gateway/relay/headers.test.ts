import { describe, expect, test } from 'vitest';
import { toBrowser, toCluster } from './headers.ts';

const ends = {
  cluster: 'https://proxy.example.com',
  origins: ['http://localhost:3080', 'https://console.example.com'],
};

describe('headers to the cluster', () => {
  test('host, origin and referrer are those of the cluster', () => {
    const headers = {
      host: 'localhost:3080',
      origin: 'http://localhost:3080',
      referer: 'http://localhost:3080/web/login?a=1',
    };
    expect(toCluster(headers, ends, '127.0.0.1')).toMatchObject({
      host: 'proxy.example.com',
      origin: 'https://proxy.example.com',
      referer: 'https://proxy.example.com/web/login?a=1',
    });
  });
  test.each(['https://evil.example', 'null', 'http://localhost:3080.evil.example'])(
    'the foreign origin %s is not changed',
    (origin) => {
      expect(toCluster({ origin, referer: `${origin}/a` }, ends, '127.0.0.1')).toMatchObject({
        origin,
        referer: `${origin}/a`,
      });
    },
  );
  test('the public origin behind a proxy is replaced by that of the cluster', () => {
    const headers = { origin: 'https://console.example.com', referer: 'https://console.example.com/web' };
    expect(toCluster(headers, ends, '127.0.0.1')).toMatchObject({
      origin: 'https://proxy.example.com',
      referer: 'https://proxy.example.com/web',
    });
  });
  test('cookies, bearer token and anti-forgery header are not changed', () => {
    const headers = { cookie: '__Host-session=7b; other=1', authorization: 'Bearer x', 'x-csrf-token': 'y' };
    expect(toCluster(headers, ends, '127.0.0.1')).toMatchObject(headers);
  });
  test('headers of one connection are removed, including those that Connection names', () => {
    const headers = {
      connection: 'keep-alive, X-Private',
      'keep-alive': 'timeout=5',
      'x-private': '1',
      te: 'trailers',
      upgrade: 'h2c',
    };
    expect(Object.keys(toCluster(headers, ends, '::1'))).toEqual(['host', 'x-forwarded-for']);
  });
  test('the length of a body and the host stay, even if Connection names them', () => {
    const headers = { connection: 'keep-alive, content-length, Host', 'content-length': '40', host: 'localhost:3080' };
    expect(toCluster(headers, ends, '::1')).toMatchObject({ 'content-length': '40', host: 'proxy.example.com' });
  });
  test('the gateway sets the client address and ignores that of the request', () => {
    const headers = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'https',
      forwarded: 'for=6.6.6.6',
      'x-real-ip': '6.6.6.6',
    };
    expect(toCluster(headers, ends, '10.0.0.5')).toEqual({ host: 'proxy.example.com', 'x-forwarded-for': '10.0.0.5' });
  });
  test('a body without a length is sent in chunks', () => {
    expect(toCluster({ 'transfer-encoding': 'chunked' }, ends, '::1')).toMatchObject({
      'transfer-encoding': 'chunked',
    });
  });
});

describe('headers to the browser', () => {
  test('cookies keep names and flags, and lose the domain of the cluster', () => {
    const cookies = [
      '__Host-session=7b; Path=/; HttpOnly; Secure',
      'sticky=1; Domain=.example.com; Path=/; SameSite=Lax',
    ];
    expect(toBrowser({ 'set-cookie': cookies }, ends)['set-cookie']).toEqual([
      '__Host-session=7b; Path=/; HttpOnly; Secure',
      'sticky=1; Path=/; SameSite=Lax',
    ]);
  });
  test.each([
    ['https://proxy.example.com/web/msg/error/login', '/web/msg/error/login'],
    ['https://proxy.example.com', '/'],
    ['https://proxy.example.com:443/home?a=1', '/home?a=1'],
    ['https://proxy.example.com:8443/home', 'https://proxy.example.com:8443/home'],
    ['/web', '/web'],
    ['https://proxy.example.com//evil.test/a', '/.//evil.test/a'],
    ['https://proxy.example.com/\\evil.test', '/./\\evil.test'],
    ['https://proxy.example.com.evil.test/web', 'https://proxy.example.com.evil.test/web'],
    ['https://id.example.com/authorize', 'https://id.example.com/authorize'],
  ])('a redirect to %s becomes %s', (location, expected) => {
    expect(toBrowser({ location }, ends)['location']).toBe(expected);
  });
  test('the HSTS header of the cluster is removed', () => {
    expect(toBrowser({ 'strict-transport-security': 'max-age=1', 'x-frame-options': 'SAMEORIGIN' }, ends)).toEqual({
      'x-frame-options': 'SAMEORIGIN',
    });
  });
});

test('a header that HTTP/2 forbids is removed', () => {
  expect(toBrowser({ 'http2-settings': 'AAMAAABk', etag: '1' }, ends)).toEqual({ etag: '1' });
});
