import { expect, test } from 'vitest';
import { keyNotices, originFits, rpIdOf } from './rpId.ts';

test.each([
  ['http://localhost:3080', 'localhost'],
  ['https://console.example.com', 'console.example.com'],
  ['http://127.0.0.1:3080', undefined],
  ['http://[::1]:3080', undefined],
])('keys at %s have the RP ID %s', (publicUrl, rpId) => {
  expect(rpIdOf(publicUrl)).toBe(rpId);
});

test.each([
  ['https://example.com', true],
  ['https://example.com:8443', true],
  ['https://a.b.example.com', true],
  ['https://EXAMPLE.com', true],
  ['https://notexample.com', false],
  ['https://example.com.evil.test', false],
  ['https://evil.test/example.com', false],
  ['https://example.com@evil.test', false],
  ['android:apk-key-hash:example.com', false],
  ['null', false],
  ['', false],
])('accepts an answer from origin %j for example.com: %s', (origin, fits) => {
  expect(originFits(origin, 'example.com')).toBe(fits);
});

test('warns about a numeric public address where the second factor allows keys', () => {
  expect(keyNotices('http://localhost:3080', 'webauthn')).toEqual([]);
  expect(keyNotices('http://127.0.0.1:3080', 'otp')).toEqual([]);
  expect(keyNotices('http://127.0.0.1:3080', 'on')).toEqual([
    expect.stringContaining('do not work at http://127.0.0.1:3080: '),
  ]);
  expect(keyNotices('http://127.0.0.1:3080', 'webauthn')[0]).toContain('users cannot sign in');
});
