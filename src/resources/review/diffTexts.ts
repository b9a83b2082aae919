import { diffArrays } from 'diff';

/** A part of a line, from and to as offsets. */
export type Span = readonly [from: number, to: number];

/** Numbers count from 1; `marks` are the words that differ. */
export type DiffLine =
  | { kind: 'same'; text: string; before: number; after: number }
  | { kind: 'del'; text: string; before: number; marks: readonly Span[] }
  | { kind: 'add'; text: string; after: number; marks: readonly Span[] };

/** Two texts of thousands of lines without anything in common would take minutes to compare line by line. */
const LINES_MS = 500;
/** Marks in a line longer than the screen are invisible, and more marked text than this in one change is useless. */
const MAX_MARKED_LINE = 2000;
const MAX_MARKED_CHARS = 100_000;

/** The lines of a text. A line break at its end starts no further line. Every kind of line break counts. */
export const linesOf = (text: string): string[] => {
  if (text === '') return [];
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

type Change = { removed: readonly string[]; added: readonly string[]; same: readonly string[] };

/**
 * Groups of removed, added and then unchanged items. If the comparison takes too long, all items count as removed and
 * added.
 */
export function changesOf(before: readonly string[], after: readonly string[]): Change[] {
  const parts = diffArrays([...before], [...after], { timeout: LINES_MS });
  if (!parts) return [{ removed: before, added: after, same: [] }];
  const changes: Change[] = [];
  for (const { value, added, removed } of parts) {
    const last = changes.at(-1);
    const open = last && last.same.length === 0 ? last : undefined;
    const change = open ?? { removed: [], added: [], same: [] };
    if (!open) changes.push(change);
    if (added) change.added = [...change.added, ...value];
    else if (removed) change.removed = [...change.removed, ...value];
    else change.same = value;
  }
  return changes;
}

/** The change of each line from one text to the other. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let old = 1;
  let young = 1;
  for (const { removed, added, same } of changesOf(linesOf(before), linesOf(after))) {
    const { removedMarks, addedMarks } = marksOf(removed, added);
    removed.forEach((text, i) => lines.push({ kind: 'del', text, before: old++, marks: removedMarks[i] ?? [] }));
    added.forEach((text, i) => lines.push({ kind: 'add', text, after: young++, marks: addedMarks[i] ?? [] }));
    same.forEach((text) => lines.push({ kind: 'same', text, before: old++, after: young++ }));
  }
  return lines;
}

/** How many lines were added and removed. */
export const countChanges = (lines: readonly DiffLine[]): { added: number; removed: number } => ({
  added: lines.filter((line) => line.kind === 'add').length,
  removed: lines.filter((line) => line.kind === 'del').length,
});

/** A single line is marked at its value, paired lines at the words in which they differ. */
function marksOf(removed: readonly string[], added: readonly string[]) {
  const removedMarks: (readonly Span[])[] = [];
  const addedMarks: (readonly Span[])[] = [];
  const [lone = ''] = [...removed, ...added];
  if (removed.length + added.length === 1) (removed.length > 0 ? removedMarks : addedMarks).push(valueSpan(lone));
  let chars = 0;
  for (const [i, j] of partners(removed, added)) {
    const [old = '', young = ''] = [removed[i], added[j]];
    if ((chars += old.length + young.length) > MAX_MARKED_CHARS) break;
    if (Math.max(old.length, young.length) > MAX_MARKED_LINE) continue;
    [removedMarks[i], addedMarks[j]] = wordMarks(old, young);
  }
  return { removedMarks, addedMarks };
}

/** Indentation and first word, which identify the subject of a line. */
export const stemOf = (line: string): string => /^[\s-]*[^\s:]*/.exec(line)?.[0] ?? '';

/**
 * Pairs of a removed and an added line: the next one with the same first word, or else the one at the same position.
 */
function partners(removed: readonly string[], added: readonly string[]): [number, number][] {
  /** The nearest one is last, so that `pop` takes it. */
  const byStem = new Map<string, number[]>();
  for (let j = added.length - 1; j >= 0; j--) {
    const stem = stemOf(added[j] ?? '');
    const positions = byStem.get(stem);
    if (positions) positions.push(j);
    else byStem.set(stem, [j]);
  }
  const partnerOf = new Map<number, number>();
  const paired = new Set<number>();
  let next = 0;
  removed.forEach((line, i) => {
    const candidates = byStem.get(stemOf(line));
    let j = candidates?.pop();
    while (j !== undefined && j < next) j = candidates?.pop();
    if (j === undefined) return;
    partnerOf.set(i, j);
    paired.add(j);
    next = j + 1;
  });
  if (removed.length === added.length)
    for (const i of removed.keys()) if (!partnerOf.has(i) && !paired.has(i)) partnerOf.set(i, i);
  return [...partnerOf];
}

function valueSpan(line: string): readonly Span[] {
  const start = /^[\s-]*/.exec(line)?.[0].length ?? 0;
  return start < line.length ? [[start, line.length]] : [];
}

const wordsOf = (line: string): string[] => line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

function wordMarks(old: string, young: string): [readonly Span[], readonly Span[]] {
  const marks: [Span[], Span[]] = [[], []];
  let inOld = 0;
  let inYoung = 0;
  for (const { removed, added, same } of changesOf(wordsOf(old), wordsOf(young))) {
    const oldEnd = inOld + removed.join('').length;
    const youngEnd = inYoung + added.join('').length;
    if (oldEnd > inOld) marks[0].push([inOld, oldEnd]);
    if (youngEnd > inYoung) marks[1].push([inYoung, youngEnd]);
    const shared = same.join('').length;
    inOld = oldEnd + shared;
    inYoung = youngEnd + shared;
  }
  return marks;
}

/** A line of the text that differs from the server's copy, counted from 1. */
export type ChangedLine = { line: number; kind: 'new' | 'changed' };

/** A longer comparison at every pause would delay typing. The review compares at any length. */
const MAX_CHARS = 400_000;

/** The lines to mark in the gutter. Empty for a new document, in which every line would be marked. */
export function changedLines(base: string, text: string): readonly ChangedLine[] {
  if (base === '' || base === text || base.length + text.length > MAX_CHARS) return [];
  const marks: ChangedLine[] = [];
  let line = 1;
  for (const { removed, added, same } of changesOf(linesOf(base), linesOf(text))) {
    added.forEach((_, i) => marks.push({ line: line + i, kind: i < removed.length ? 'changed' : 'new' }));
    line += added.length + same.length;
  }
  return marks;
}
