import { expect, test } from 'vitest';
import { fromUtf8, utf8 } from '../../src/lib/encoding.ts';
import { utf8Pieces, utf8Tail } from './utf8Pieces.ts';

test.each([4, 5, 6, 7, 8, 1000])('splits text into pieces of at most %i bytes without cutting a character', (max) => {
  const bytes = utf8('aé€😀'.repeat(20));
  const pieces = utf8Pieces(bytes, max);
  expect(pieces.every((piece) => piece.length > 0 && piece.length <= max)).toBe(true);
  expect(pieces.map(fromUtf8).join('')).toBe('aé€😀'.repeat(20));
});

test('an empty text has no pieces', () => {
  expect(utf8Pieces(new Uint8Array(), 4)).toEqual([]);
});

test('a tail starts at a character boundary', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((max) => fromUtf8(utf8Tail(utf8('a€b'), max)))).toEqual([
    '',
    'b',
    'b',
    'b',
    '€b',
    'a€b',
    'a€b',
  ]);
});
