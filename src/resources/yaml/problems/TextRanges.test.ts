import { expect, test } from 'vitest';
import { TextRanges } from './TextRanges.ts';

const TEXT = '\ufeffa:\r\n  b: [x, yy]\r\n  c:\r\n    d: 1\r\n  e:\r\n';
const LINES = TEXT.slice(1).split('\r\n');
const ranges = new TextRanges(TEXT);
const cut = ({ line, column, endLine, endColumn }: ReturnType<TextRanges['ofKey']>) => {
  expect(endLine).toBe(line);
  return `${line}: ${(LINES[line - 1] ?? '').slice(column - 1, endColumn - 1)}`;
};

test.each([
  [['a', 'b', 1], '2: yy'],
  [['a', 'b'], '2: b'],
  [['a', 'c'], '3: c'],
  [['a', 'c', 'd'], '4: 1'],
  [['a', 'e'], '5: e'],
  [['a', 'e', 'gone', 3], '5: e'],
  [[], '1: a'],
])('finds the value at %j', (path, expected) => expect(cut(ranges.ofValue(path))).toBe(expected));

test.each([
  [['a', 'b'], '2: b'],
  [['a', 'c', 'd'], '4: d'],
  [['a', 'b', 0], '2: x'],
])('finds the key at %j', (path, expected) => expect(cut(ranges.ofKey(path))).toBe(expected));

test('finds the path at a position', () => {
  expect(ranges.pathAt(2, 10)).toEqual(['a', 'b', 1]);
  expect(ranges.pathAt(4, 1)).toEqual(['a', 'c']);
  expect(ranges.pathAt(99, 1)).toEqual([]);
});

test('the rest of a line is never empty, also at its end', () => {
  expect(ranges.restOfLine(2, 3)).toEqual({ line: 2, column: 3, endLine: 2, endColumn: 13 });
  expect(ranges.restOfLine(2, 13)).toEqual({ line: 2, column: 13, endLine: 2, endColumn: 14 });
  expect(new TextRanges('').restOfLine(1, 1)).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 2 });
});

test('an invalid text has a range for any path', () => {
  expect(new TextRanges('a: [').ofValue(['a'])).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 2 });
});
