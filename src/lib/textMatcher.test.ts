import { describe, expect, test } from 'vitest';
import { excerpt, textMatcher, type Ranges } from './textMatcher.ts';

function rangesOf(line: string, text: string, isPattern = false): Ranges {
  const made = textMatcher(text, isPattern);
  if (!made.ok) throw new Error(made.message);
  return made.matcher(line);
}

describe('a text search', () => {
  test.each([
    [
      'rm /tmp/x /TMP/y',
      '/tmp',
      [
        [3, 7],
        [10, 14],
      ],
    ],
    [
      'aaaa',
      'aa',
      [
        [0, 2],
        [2, 4],
      ],
    ],
    ['nothing', 'x', []],
    ['İstanbul tmp', 'TMP', [[9, 12]]],
    ['😀 Ünïcode', 'ünï', [[3, 6]]],
    ['a.c abc', 'a.c', [[0, 3]]],
  ])('in %j: %j is at %j', (line, text, expected) => expect(rangesOf(line, text)).toEqual(expected));
});

describe('a pattern search', () => {
  test.each([
    ['rm /tmp/x', '/t.p', [[3, 7]]],
    [
      'a1 b22',
      '[0-9]+',
      [
        [1, 2],
        [4, 6],
      ],
    ],
    ['TMP', 'tmp', []],
    ['TMP', '(?i)tmp', [[0, 3]]],
    ['abc', 'x*', []],
    ['😀x😀', 'x', [[2, 3]]],
  ])('in %j: %j is at %j', (line, text, expected) => expect(rangesOf(line, text, true)).toEqual(expected));

  test.each(['(', '(?=a)', '((a{9}){9}){9}'])('rejects %j', (text) => {
    expect(textMatcher(text, true)).toEqual({ ok: false, message: expect.stringContaining('regular expression') });
  });
});

test('returns at most ten matches per line', () => {
  expect(rangesOf('a'.repeat(1000), 'a')).toHaveLength(10);
  expect(rangesOf('a'.repeat(1000), 'a', true)).toHaveLength(10);
});

test('a short line is its own excerpt', () => {
  expect(excerpt('rm /tmp', [[3, 7]])).toEqual({ text: 'rm /tmp', ranges: [[3, 7]] });
});

test('the excerpt of a long line surrounds its first match and omits later matches', () => {
  const line = `${'a'.repeat(1000)}tmp${'b'.repeat(500)}tmp`;
  const { text, ranges } = excerpt(line, rangesOf(line, 'tmp'));
  expect([text.length, ranges]).toEqual([400, [[80, 83]]]);
  expect(text.slice(80, 83)).toBe('tmp');
});
