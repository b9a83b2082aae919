import { describe, expect, test } from 'vitest';
import { Random } from '../../../tests/support/random.ts';
import { diffTexts } from './diffTexts.ts';
import { conflictsOf, mergedLines, mergedText, mergeTexts } from './mergeTexts.ts';

const merge = (base: string, mine: string, theirs: string) => mergeTexts(base, mine, theirs);

describe('merges changes at different lines', () => {
  test.each([
    ['a change of one line each', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['neighbouring lines', 'a\nb\n', 'A\nb\n', 'a\nB\n', 'A\nB\n'],
    [
      'an insertion after a line that the other side removed',
      'a\nops\nz\n',
      'a\nops\nroot\nz\n',
      'a\nz\n',
      'a\nroot\nz\n',
    ],
    ['an insertion before a line that the other side changed', 'a\nz\n', 'a\nnew\nz\n', 'a\nZ\n', 'a\nnew\nZ\n'],
    ['the same change twice', 'a\nb\n', 'a\nx\n', 'a\nx\n', 'a\nx\n'],
    ['the same insertion twice', 'a\nb\n', 'a\nx\nb\n', 'a\nx\nb\n', 'a\nx\nb\n'],
    ['a change on one side only', 'a\n', 'a\nb\n', 'a\n', 'a\nb\n'],
    ['a removal and an append', 'a\nb\nc\n', 'b\nc\n', 'a\nb\nc\nd\n', 'b\nc\nd\n'],
    [
      'entries that both sides add to a list',
      'a: 1\nl:\n- x\n',
      'a: 1\nl:\n- x\n- y\n',
      'a: 2\nl:\n- w\n- x\n',
      'a: 2\nl:\n- w\n- x\n- y\n',
    ],
    ['different line ends', 'a\r\nb\r\n', 'a\nB\n', 'A\r\nb\r\n', 'A\nB\n'],
  ])('%s', (_, base, mine, theirs, merged) => {
    const hunks = merge(base, mine, theirs);
    expect(conflictsOf(hunks)).toEqual([]);
    expect(mergedText(hunks, [])).toBe(merged);
  });
});

describe('reports changes at the same lines as a conflict', () => {
  test.each([
    [
      'the same line',
      'a\nttl: 8h\nz',
      'a\nttl: 30h\nz',
      'a\nttl: 4h\nz',
      { at: 2, base: ['ttl: 8h'], mine: ['ttl: 30h'], theirs: ['ttl: 4h'] },
    ],
    ['insertions at the same line', 'a\nz', 'a\nm\nz', 'a\nt\nz', { at: 2, base: [], mine: ['m'], theirs: ['t'] }],
    [
      'a change of lines that the other side removed',
      'a\nb\nz',
      'a\nB\nz',
      'a\nz',
      { at: 2, base: ['b'], mine: ['B'], theirs: [] },
    ],
    [
      'an insertion inside lines that the other side removed',
      'a\nb\nc\nz',
      'a\nb\nm\nc\nz',
      'a\nz',
      { at: 2, base: ['b', 'c'], mine: ['b', 'm', 'c'], theirs: [] },
    ],
    [
      'an entry of a list that the other side removed',
      'allow:\n  - ubuntu\ndeny:\n  - root\nz: 1',
      'allow:\n  - ubuntu\ndeny:\n  - root\n  - admin\nz: 1',
      'allow:\n  - ubuntu\nz: 1',
      { at: 3, base: ['deny:', '  - root'], mine: ['deny:', '  - root', '  - admin'], theirs: [] },
    ],
    [
      'an entry of a list that the other side removed, next to an equal list',
      'allow:\n- root\ndeny:\n- root',
      'allow:\n- root\ndeny:\n- root\n- admin',
      'allow:\n- root',
      {
        at: 3,
        base: ['deny:', '- root'],
        mine: ['deny:', '- root', '- admin'],
        theirs: [],
      },
    ],
    [
      'a key of an entry that the other side removed',
      'rules:\n- a: 1\n  b: 1\n- a: 2\n  b: 2',
      'rules:\n- a: 1\n  b: 1\n- a: 2\n  b: 2\n  where: x',
      'rules:\n- a: 1\n  b: 1',
      { at: 4, base: ['- a: 2', '  b: 2'], mine: ['- a: 2', '  b: 2', '  where: x'], theirs: [] },
    ],
    ['different texts from an empty base', '', 'm', 't', { at: 1, base: [], mine: ['m'], theirs: ['t'] }],
  ])('%s', (_, base, mine, theirs, conflict) => {
    expect(conflictsOf(merge(base, mine, theirs))).toEqual([{ kind: 'conflict', ...conflict }]);
  });
});

test('overlapping edits form one conflict', () => {
  const hunks = merge('a\nb\nc\nd\ne', 'A\nB\nc\nD\nE', 'a\nX\nX\nX\ne');
  expect(conflictsOf(hunks)).toEqual([
    {
      kind: 'conflict',
      at: 1,
      base: ['a', 'b', 'c', 'd', 'e'],
      mine: ['A', 'B', 'c', 'D', 'E'],
      theirs: ['a', 'X', 'X', 'X', 'e'],
    },
  ]);
});

test('each conflict has its own choice, and each line names its side', () => {
  const hunks = merge('a: 0\nb\nc: 0\nd: 0\n', 'a: 1\nb\nc: 1\nd: 0\n', 'a: 2\nb\nc: 2\nd: 2\n');
  expect(conflictsOf(hunks)).toHaveLength(2);
  expect(mergedLines(hunks, ['theirs', 'mine'])).toEqual([
    { text: 'a: 2', by: 'theirs' },
    { text: 'b', by: undefined },
    { text: 'c: 1', by: 'mine' },
    { text: 'd: 2', by: 'theirs' },
  ]);
});

test('one side for all conflicts keeps its lines, and a merge without conflicts keeps the edits of the other', () => {
  const random = new Random(5);
  const pool = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const edit = (lines: readonly string[], mark: string) =>
    lines.flatMap((line) => {
      const dice = random.below(10);
      if (dice === 0) return [];
      if (dice === 1) return [`${line}${mark}`];
      return dice === 2 ? [line, `${mark}${random.below(3)}`] : [line];
    });
  for (let round = 0; round < 3000; round++) {
    const base = pool.slice(0, random.below(9));
    const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
    const [mine, theirs] = [edit(base, 'M'), edit(base, 'T')];
    const hunks = merge(text(base), text(mine), text(theirs));
    expect(mergedText(merge(text(base), text(mine), text(base)), [])).toBe(text(mine));
    expect(hunks.flatMap((hunk) => hunk.base)).toEqual(base);
    const all = conflictsOf(hunks).map(() => 'mine' as const);
    const kept = mergedLines(hunks, all).map((line) => line.text);
    for (const line of mine) if (line.includes('M')) expect(kept).toContain(line);
    if (conflictsOf(hunks).length === 0)
      for (const line of diffTexts(text(base), text(theirs)))
        if (line.kind === 'add') expect(kept).toContain(line.text);
  }
});
