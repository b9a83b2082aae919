import { expect, test } from 'vitest';
import { diffTexts, type DiffLine } from './diffTexts.ts';
import { foldLines, sideBySide, type Fold } from './foldLines.ts';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
const text = (...lines: string[]) => lines.join('\n');
const draw = (row: DiffLine | Fold) => (row.kind === 'fold' ? `…${row.count}` : `${row.kind} ${row.text}`);

const changed = diffTexts(
  text(...numbers(1, 20)),
  text(...numbers(1, 9), 'ten', ...numbers(11, 13), 'new', ...numbers(14, 20)),
);

test('keeps two lines of context around each change and counts the hidden lines', () => {
  expect(foldLines(changed, new Set()).map(draw)).toEqual([
    '…7',
    ...['same 8', 'same 9', 'del 10', 'add ten', 'same 11', 'same 12', 'same 13', 'add new', 'same 14', 'same 15'],
    '…5',
  ]);
});

test('expands one fold and keeps the others collapsed', () => {
  const rows = foldLines(changed, new Set([0])).map(draw);
  expect(rows.slice(0, 3)).toEqual(['same 1', 'same 2', 'same 3']);
  expect(rows.at(-1)).toBe('…5');
});

test('does not fold two lines', () => {
  const lines = diffTexts(text('x', ...numbers(1, 6), 'x'), text('y', ...numbers(1, 6), 'y'));
  expect(foldLines(lines, new Set()).some((row) => row.kind === 'fold')).toBe(false);
});

test('equal texts are one fold', () => {
  expect(foldLines(diffTexts(text(...numbers(1, 5)), text(...numbers(1, 5))), new Set())).toEqual([
    { kind: 'fold', at: 0, count: 5 },
  ]);
});

const pairs = (before: string, after: string) =>
  sideBySide(diffTexts(before, after)).map((row) =>
    row.kind === 'fold' ? 'fold' : [row.left?.text ?? '', row.right?.text ?? ''],
  );

test.each([
  [
    'a\nb',
    'a\nc',
    [
      ['a', 'a'],
      ['b', 'c'],
    ],
  ],
  [
    'a\nb\nc\nz',
    'x\nz',
    [
      ['a', 'x'],
      ['b', ''],
      ['c', ''],
      ['z', 'z'],
    ],
  ],
  [
    'a\nz',
    'x\ny\nz',
    [
      ['a', 'x'],
      ['', 'y'],
      ['z', 'z'],
    ],
  ],
  [
    'z',
    'x\nz',
    [
      ['', 'x'],
      ['z', 'z'],
    ],
  ],
  [
    'a\nz\nb',
    'z\nc',
    [
      ['a', ''],
      ['z', 'z'],
      ['b', 'c'],
    ],
  ],
])('shows %j and %j side by side', (before, after, rows) => expect(pairs(before, after)).toEqual(rows));
