import { expect, test } from 'vitest';
import { jsonTokens } from './JsonView.tsx';

test('distinguishes keys, strings, numbers and literals', () => {
  const kinds = jsonTokens('  "a": ["x", -1.5e3, true, null],').filter(({ kind }) => kind !== 'punct');
  expect(kinds.map(({ text, kind }) => [text, kind])).toEqual([
    ['"a"', 'key'],
    ['"x"', 'string'],
    ['-1.5e3', 'number'],
    ['true', 'word'],
    ['null', 'word'],
  ]);
});

test('the tokens of any document join to the original text', () => {
  const value = { 'k"ey': 'a "quoted" \\ text: 1', list: [1, '‮', { deep: null }], ü: '\u0000\n', n: -0.5 };
  for (const line of JSON.stringify(value, null, 2).split('\n'))
    expect(
      jsonTokens(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
});
