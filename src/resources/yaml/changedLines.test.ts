import { expect, test } from 'vitest';
import { changedLines } from './changedLines.ts';

test('new and changed lines are marked apart', () => {
  expect(changedLines('a: 1\nb: 1\nc: 1\n', 'a: 2\nb: 1\nx: 1\nc: 1\n')).toEqual([
    { line: 1, kind: 'changed' },
    { line: 3, kind: 'new' },
  ]);
});

test.each([
  ['a new document', '', 'a: 1'],
  ['an equal text', 'a: 1', 'a: 1'],
  ['a removed line alone', 'a: 1\nb: 1\n', 'a: 1\n'],
  ['a text of a megabyte', 'a: 1', 'b: 1\n'.repeat(200_000)],
])('%s has no marks', (_, base, text) => {
  expect(changedLines(base, text)).toEqual([]);
});
