import { changesOf, linesOf, stemOf } from './diffTexts.ts';

export type Side = 'mine' | 'theirs';

/**
 * A part of the common text and its changes. `base` are the lines that both sides started from; `at` is the number of
 * its first line, from 1. `both`: the two sides made the same change.
 */
export type Hunk =
  | { kind: 'same'; at: number; base: readonly string[] }
  | { kind: 'one'; by: Side; at: number; base: readonly string[]; lines: readonly string[] }
  | { kind: 'both'; at: number; base: readonly string[]; lines: readonly string[] }
  | { kind: 'conflict'; at: number; base: readonly string[]; mine: readonly string[]; theirs: readonly string[] };
export type Conflict = Extract<Hunk, { kind: 'conflict' }>;

/** Base lines from `start` up to `end` are replaced. Both count from 0. */
type Edit = { start: number; end: number; lines: readonly string[] };

/**
 * Adjacent changed lines that each kept their key are separate edits, because the other side may have changed one of
 * them.
 */
function editsOf(base: readonly string[], text: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  for (const { removed, added, same } of changesOf(base, text)) {
    const isLineByLine =
      removed.length === added.length && removed.every((line, i) => stemOf(line) === stemOf(added[i] ?? ''));
    if (isLineByLine) edits.push(...added.map((line, i) => ({ start: at + i, end: at + i + 1, lines: [line] })));
    else edits.push({ start: at, end: at + removed.length, lines: added });
    at += removed.length + same.length;
  }
  return edits;
}

/**
 * Edits that only touch do not conflict. Two insertions at the same position do. See `withParentConflicts` for the
 * rest.
 */
const disturbs = (a: Edit, b: Edit): boolean =>
  (a.start < b.end && b.start < a.end) || (a.start === b.start && (a.end === a.start) === (b.end === b.start));

const sameLines = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, i) => line === b[i]);

/** Base lines `start` to `end` as one side has them; `edits` lie within. */
function applied(base: readonly string[], start: number, end: number, edits: readonly Edit[]): string[] {
  const lines: string[] = [];
  let at = start;
  for (const edit of edits) {
    lines.push(...base.slice(at, edit.start), ...edit.lines);
    at = edit.end;
  }
  return [...lines, ...base.slice(at, end)];
}

/** Merges the changes of two users to one text, line by line. Changes of both at the same place become a conflict. */
export function mergeTexts(baseText: string, mineText: string, theirsText: string): Hunk[] {
  const base = linesOf(baseText);
  const waiting = { mine: editsOf(base, linesOf(mineText)), theirs: editsOf(base, linesOf(theirsText)) };
  const hunks: Hunk[] = [];
  let at = 0;
  for (;;) {
    const group = nextGroup(waiting);
    if (!group) break;
    const { mine, theirs, start, end } = group;
    if (start > at) hunks.push({ kind: 'same', at: at + 1, base: base.slice(at, start) });
    hunks.push(hunkOf(base, start, end, mine, theirs));
    at = end;
  }
  if (at < base.length) hunks.push({ kind: 'same', at: at + 1, base: base.slice(at) });
  return withParentConflicts(hunks);
}

/** The hunk of a line, and its parent lines as one text; `undefined` for blank lines and comments. */
type Placed = { hunk: number; parents: string | undefined };

/**
 * Lines with their parents by indentation. Entries of a list may have the indentation of their key. A parent is
 * identified by its position in the common text if it has one. `linesOf` returns the lines of a hunk to use.
 */
function placed(hunks: readonly Hunk[], linesOf: (hunk: Hunk) => readonly string[]): Placed[] {
  const open: { depth: number; name: string }[] = [];
  return hunks.flatMap((hunk, nth) => {
    const lines = linesOf(hunk);
    const isAligned =
      lines.length === hunk.base.length && lines.every((l, i) => stemOf(l) === stemOf(hunk.base[i] ?? ''));
    return lines.map((text, i) => {
      const [, indent = '', first = '', second = ''] = /^( *)(.?)(.?)/.exec(text) ?? [];
      if (first === '' || first === '#') return { hunk: nth, parents: undefined };
      const depth = 2 * indent.length + (first === '-' && /^ ?$/.test(second) ? 1 : 0);
      while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
      const parents = open.map(({ name }) => name).join('\n');
      open.push({ depth, name: isAligned ? String(hunk.at + i) : `:${text}` });
      return { hunk: nth, parents };
    });
  });
}

/**
 * If one side removed or moved the parent of a line that the other side changed, the line would get another parent,
 * which can turn a denial into a grant. Everything from that change to the line becomes a conflict.
 */
function withParentConflicts(hunks: readonly Hunk[]): Hunk[] {
  for (const side of ['mine', 'theirs'] as const) {
    const isChanged = ({ hunk: nth }: Placed) => {
      const hunk = hunks[nth];
      return hunk?.kind === 'one' && hunk.by === side;
    };
    const changed = placed(hunks, (hunk) => linesBy(hunk, side)).filter(isChanged);
    const merged = placed(hunks, (hunk) => linesOfHunk(hunk, side).map(({ text }) => text)).filter(isChanged);
    const last = merged.find(({ parents }, i) => parents !== changed[i]?.parents)?.hunk;
    if (last === undefined) continue;
    const isOther = (hunk: Hunk) => hunk.kind === 'conflict' || (hunk.kind === 'one' && hunk.by !== side);
    const start = hunks.slice(0, last).findLastIndex(isOther);
    if (start !== -1)
      return withParentConflicts([
        ...hunks.slice(0, start),
        joined(hunks.slice(start, last + 1)),
        ...hunks.slice(last + 1),
      ]);
  }
  return [...hunks];
}

/** The lines of a hunk in the text of one side. */
const linesBy = (hunk: Hunk, side: Side): readonly string[] =>
  hunk.kind === 'one' && hunk.by !== side ? hunk.base : linesOfHunk(hunk, side).map(({ text }) => text);

/** Joins consecutive hunks into one conflict. */
function joined(hunks: readonly Hunk[]): Conflict {
  const as = (side: Side) => hunks.flatMap((hunk) => linesBy(hunk, side));
  return {
    kind: 'conflict',
    at: hunks[0]?.at ?? 1,
    base: hunks.flatMap(({ base }) => base),
    mine: as('mine'),
    theirs: as('theirs'),
  };
}

type Waiting = Record<Side, Edit[]>;

/** Removes the next edit from `waiting`, with all edits that overlap it directly or through others. */
function nextGroup(waiting: Waiting) {
  const group: Waiting = { mine: [], theirs: [] };
  const isFirst = (a: Edit | undefined, b: Edit | undefined): boolean =>
    a !== undefined && (b === undefined || a.start < b.start || (a.start === b.start && a.end <= b.end));
  const first: Side = isFirst(waiting.mine[0], waiting.theirs[0]) ? 'mine' : 'theirs';
  const edit = waiting[first].shift();
  if (!edit) return undefined;
  group[first].push(edit);
  const whole: Edit = { ...edit };
  for (let grew = true; grew;) {
    grew = false;
    for (const side of ['mine', 'theirs'] as const) {
      const next = waiting[side][0];
      const others = group[side === 'mine' ? 'theirs' : 'mine'];
      if (!next || !others.some((other) => disturbs(other, next))) continue;
      waiting[side].shift();
      group[side].push(next);
      whole.end = Math.max(whole.end, next.end);
      grew = true;
    }
  }
  return { ...group, start: whole.start, end: whole.end };
}

function hunkOf(
  base: readonly string[],
  start: number,
  end: number,
  mineEdits: readonly Edit[],
  theirEdits: readonly Edit[],
): Hunk {
  const range = { at: start + 1, base: base.slice(start, end) };
  const mine = applied(base, start, end, mineEdits);
  const theirs = applied(base, start, end, theirEdits);
  if (theirEdits.length === 0) return { kind: 'one', by: 'mine', ...range, lines: mine };
  if (mineEdits.length === 0) return { kind: 'one', by: 'theirs', ...range, lines: theirs };
  if (sameLines(mine, theirs)) return { kind: 'both', ...range, lines: mine };
  return { kind: 'conflict', ...range, mine, theirs };
}

export const conflictsOf = (hunks: readonly Hunk[]): Conflict[] => hunks.filter((hunk) => hunk.kind === 'conflict');

/** One line of the merged text and its side; `undefined`: it was there before, or both wrote it. */
export type MergedLine = { text: string; by: Side | undefined };

const linesOfHunk = (hunk: Hunk, choice: Side): MergedLine[] => {
  switch (hunk.kind) {
    case 'same':
      return hunk.base.map((text) => ({ text, by: undefined }));
    case 'both':
      return hunk.lines.map((text) => ({ text, by: undefined }));
    case 'one':
      return hunk.lines.map((text) => ({ text, by: hunk.by }));
    case 'conflict':
      return hunk[choice].map((text) => ({ text, by: choice }));
  }
};

/** The whole merged text. `choices` resolves the conflicts in their order. The default is mine. */
export function mergedLines(hunks: readonly Hunk[], choices: readonly Side[]): MergedLine[] {
  let nth = 0;
  return hunks.flatMap((hunk) => linesOfHunk(hunk, hunk.kind === 'conflict' ? (choices[nth++] ?? 'mine') : 'mine'));
}

export const mergedText = (hunks: readonly Hunk[], choices: readonly Side[]): string =>
  mergedLines(hunks, choices)
    .map((line) => `${line.text}\n`)
    .join('');
