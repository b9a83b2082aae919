import { expect, test } from 'vitest';
import { colourLines, piecesOf } from './colourLines.ts';

const draw = (text: string, marks: readonly (readonly [number, number])[] = []) =>
  piecesOf(text, colourLines(text)[0] ?? [], marks).map((piece) => [piece.text, piece.kind, piece.isMarked]);

test('splits a line at token and highlight boundaries', () => {
  expect(draw('team: [a, b]', [[8, 11]])).toEqual([
    ['team', 'key', false],
    [':', 'punct', false],
    [' ', 'blank', false],
    ['[', 'punct', false],
    ['a', 'text', false],
    [',', 'punct', true],
    [' ', 'blank', true],
    ['b', 'text', true],
    [']', 'punct', false],
  ]);
});

test('an empty line has no pieces, and the pieces of a line join to the line', () => {
  expect(draw('')).toEqual([]);
  const line = '  - "a: b" # c';
  expect(
    draw(line, [
      [0, 3],
      [5, 6],
    ])
      .map(([text]) => text)
      .join(''),
  ).toBe(line);
});

test('the token state continues on the next line', () => {
  expect(colourLines('a: |\n  b: c\n')[1]).toEqual([{ start: 0, kind: 'text' }]);
});
