import { expect, test } from 'vitest';
import { allOf, anyOf, code, codes, gain, listAll, listAny, textOf, phrase } from './sentence.ts';

test('keeps values as code and joins the text of a sentence', () => {
  const sentence = gain(phrase`May now log in as ${code('root')}`, { rest: phrase` on ${['every server']}` });
  expect(sentence.clause).toEqual(['May now log in as ', { code: 'root' }]);
  expect(textOf(sentence)).toBe('May now log in as root on every server');
});

test('long lists contain the first items and the number of the others', () => {
  const names = (count: number) => codes(Array.from({ length: count }, (_, i) => `u${i}`));
  expect(textOf(listAll(names(1)))).toBe('u0');
  expect(textOf(listAny(names(3)))).toBe('u0, u1 or u2');
  expect(textOf(listAll(names(6)))).toBe('u0, u1, u2, u3, u4 and u5');
  expect(textOf(listAll(names(60_000)))).toBe('u0, u1, u2 and 59\u202f997 more');
  expect(textOf(listAll([]))).toBe('');
});

test('truncates a value of several lines', () => {
  expect(textOf(code('x'.repeat(100_000)))).toHaveLength(161);
});

test('short lists contain all words', () => {
  expect([allOf([]), allOf(['a']), allOf(['a', 'b']), allOf(['a', 'b', 'c'])]).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ]);
  expect(anyOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e, f or g');
});
