import { expect, test } from 'vitest';
import { formatCount, plural, formatBytes, formatBytesOf } from './numbers.ts';

test('groups thousands', () => {
  expect([0, 999, 1000, 12_408, 1_234_567].map(formatCount)).toEqual([
    '0',
    '999',
    '1\u202f000',
    '12\u202f408',
    '1\u202f234\u202f567',
  ]);
});

test('uses the singular for one', () => {
  expect([plural(1, 'server'), plural(0, 'server'), plural(2, 'reply', 'replies')]).toEqual([
    '1 server',
    '0 servers',
    '2 replies',
  ]);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9949, '9.9 kB'],
  [9950, '10 kB'],
  [812_000_000, '812 MB'],
  [999_600, '1.0 MB'],
  [2_147_483_648, '2.1 GB'],
  [5e15, '5000 TB'],
])('formats %d bytes as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));

test('formats a part in the unit of the whole', () => {
  expect(formatBytesOf(58_000_000, 96_000_000)).toBe('58 of 96 MB');
  expect(formatBytesOf(0, 2_100_000_000)).toBe('0 of 2.1 GB');
  expect(formatBytesOf(400_000_000, 2_100_000_000)).toBe('0.4 of 2.1 GB');
});
