import { expect, test } from 'vitest';
import { stdBase64 } from './stdBase64.ts';

test('reads standard base64 with padding', () => {
  for (let n = 0; n < 100; n += 1) {
    const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 37 + n) & 255);
    const result = stdBase64(Buffer.from(bytes).toString('base64'));
    expect(result.ok && Buffer.from(result.bytes).equals(bytes)).toBe(true);
  }
});

test.each([
  ['p@ss word', 1],
  ['%%%', 0],
  ['YWJj-', 4],
  ['YWI', 3],
  ['YQ', 2],
  ['Y', 1],
  ['YWJj=', 4],
  ['YWI=x', 4],
  ['YWI=YWI=', 4],
])('returns the position of the first invalid byte of %s', (text, at) => {
  expect(stdBase64(text)).toEqual({ ok: false, at });
});

test('ignores line breaks', () => {
  expect(stdBase64('YWJj\r\nYWI=\n')).toEqual({ ok: true, bytes: Buffer.from('abcab') });
});
