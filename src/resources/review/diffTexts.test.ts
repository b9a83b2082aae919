import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { Random } from '../../../tests/support/random.ts';
import { countChanges, diffTexts, linesOf, type DiffLine, changedLines } from './diffTexts.ts';

const SIGNS = { same: ' ', del: '-', add: '+' };

/** One line each, highlights in ⟨⟩. */
const draw = (lines: readonly DiffLine[]): string[] =>
  lines.map((line) => {
    let text = line.text;
    for (const [from, to] of line.kind === 'same' ? [] : [...line.marks].reverse())
      text = `${text.slice(0, from)}⟨${text.slice(from, to)}⟩${text.slice(to)}`;
    return SIGNS[line.kind] + text;
  });

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['a\r\nb\rc', ['a', 'b', 'c']],
])('the lines of %j', (text, lines) => expect(linesOf(text)).toEqual(lines));

describe('highlights the changed words', () => {
  test.each([
    ['  team: [payments]', '  team: [payments, ledger]', ['-  team: [payments]', '+  team: [payments⟨, ledger⟩]']],
    [
      'max_session_ttl: 8h0m0s',
      'max_session_ttl: 30h0m0s',
      ['-max_session_ttl: ⟨8h0m0s⟩', '+max_session_ttl: ⟨30h0m0s⟩'],
    ],
    ['a\nb', 'a\n  - root\nb', [' a', '+  - ⟨root⟩', ' b']],
    ['- ops', '- root', ['-- ⟨ops⟩', '+- ⟨root⟩']],
    ['x: 1\ny: 2\nz: 3', 'y: 20\nw: 1\nz: 3', ['-x: 1', '-y: ⟨2⟩', '+y: ⟨20⟩', '+w: 1', ' z: 3']],
    ['- a\n- b', '- c\n- d', ['-- ⟨a⟩', '-- ⟨b⟩', '+- ⟨c⟩', '+- ⟨d⟩']],
    ['- a: 1', 'x: 1\n- a: 2', ['-- a: ⟨1⟩', '+x: 1', '+- a: ⟨2⟩']],
  ])('%j → %j', (before, after, drawn) => expect(draw(diffTexts(before, after))).toEqual(drawn));
});

test('numbers the lines of both texts', () => {
  expect(diffTexts('a\nb\nc', 'a\nx\ny\nc')).toMatchObject([
    { kind: 'same', before: 1, after: 1 },
    { kind: 'del', before: 2 },
    { kind: 'add', after: 2 },
    { kind: 'add', after: 3 },
    { kind: 'same', before: 3, after: 4 },
  ]);
});

test('a new document consists of additions', () => {
  const lines = diffTexts('', 'kind: role\nversion: v6\n');
  expect(countChanges(lines)).toEqual({ added: 2, removed: 0 });
});

test('changed line ends are not a difference', () => {
  expect(diffTexts('a\r\nb\r\n', 'a\nb').every((line) => line.kind === 'same')).toBe(true);
});

test('every difference contains both texts', () => {
  const random = new Random(11);
  const text = () =>
    Array.from({ length: random.below(12) }, () => random.pick(['a: 1', 'b: [x]', '  - c', '', 'd'])).join('\n');
  for (let round = 0; round < 2000; round++) {
    const [before, after] = [text(), text()];
    const lines = diffTexts(before, after);
    expect(lines.flatMap((line) => (line.kind === 'add' ? [] : [line.text]))).toEqual(linesOf(before));
    expect(lines.flatMap((line) => (line.kind === 'del' ? [] : [line.text]))).toEqual(linesOf(after));
  }
});

test('compares two long texts without a common line fast', () => {
  const text = (word: string) => Array.from({ length: 30_000 }, (_, i) => `${word}${i}: ${i}`).join('\n');
  const spentMs = cpuClock();
  expect(countChanges(diffTexts(text('a'), text('b')))).toEqual({ added: 30_000, removed: 30_000 });
  expect(spentMs()).toBeLessThan(3000);
});

test('distinguishes new from changed lines', () => {
  expect(changedLines('a: 1\nb: 1\nc: 1\n', 'a: 2\nb: 1\nx: 1\nc: 1\n')).toEqual([
    { line: 1, kind: 'changed' },
    { line: 3, kind: 'new' },
  ]);
});

test.each([
  ['a new document', '', 'a: 1'],
  ['an equal text', 'a: 1', 'a: 1'],
  ['only a removed line', 'a: 1\nb: 1\n', 'a: 1\n'],
  ['a text of a megabyte', 'a: 1', 'b: 1\n'.repeat(200_000)],
])('%s has no change marks', (_, base, text) => expect(changedLines(base, text)).toEqual([]));
