import { expect, test } from 'vitest';
import { hunkLines } from './MergePane.tsx';
import { mergeTexts } from './mergeTexts.ts';

const draw = (lines: ReturnType<typeof hunkLines>) =>
  lines.map((line) => {
    if (line.kind === 'del') return `${line.before} - ${line.text} ${line.by ?? ''}`;
    if (line.kind === 'add') return `+ ${line.after} ${line.text} ${line.by ?? ''}`;
    return `${line.before} ${line.after} ${line.text}`;
  });

const hunks = mergeTexts('a: 1\nb: 1\nc: 1\nd: 1\n', 'a: 2\nb: 1\nc: 2\nd: 1\n', 'b: 1\nc: 3\nd: 1\ne: 1\n');

test('each line of a merge has its side and its number in both texts', () => {
  expect(draw(hunkLines(hunks, ['theirs', 'theirs']))).toEqual([
    '1 - a: 1 theirs',
    '2 1 b: 1',
    '3 - c: 1 theirs',
    '+ 2 c: 3 theirs',
    '4 3 d: 1',
    '+ 4 e: 1 theirs',
  ]);
});

test('an undecided conflict uses my lines', () => {
  expect(draw(hunkLines(hunks, [])).slice(0, 2)).toEqual(['1 - a: 1 mine', '+ 1 a: 2 mine']);
});
