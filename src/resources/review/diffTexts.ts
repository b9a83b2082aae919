import { diffArrays } from 'diff';

/** A stretch of a line, from and to as offsets. */
export type Span = readonly [from: number, to: number];

/** Numbers count from 1; `marks` are the words that make the difference. */
export type DiffLine =
  | { kind: 'same'; text: string; before: number; after: number }
  | { kind: 'del'; text: string; before: number; marks: readonly Span[] }
  | { kind: 'add'; text: string; after: number; marks: readonly Span[] };

/** Two texts of thousands of lines without anything in common would take minutes to compare line by line. */
const LINES_MS = 500;
/** A line longer than a screen shows no words to tell apart; nobody reads more of them than this in one change. */
const MAX_MARKED_LINE = 2000;
const MAX_MARKED_CHARS = 100_000;

/** The lines of a text; the line break at its end opens no further line. Every kind of line break counts. */
export const linesOf = (text: string): string[] => {
  if (text === '') return [];
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

type Change = { removed: readonly string[]; added: readonly string[]; same: readonly string[] };

/** Stretches of removed, added and then unchanged items; all of both where the comparison takes too long. */
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

/** What happens to each line on the way from one text to the other. */
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

/** How many lines came and went. */
export const countChanges = (lines: readonly DiffLine[]): { added: number; removed: number } => ({
  added: lines.filter((line) => line.kind === 'add').length,
  removed: lines.filter((line) => line.kind === 'del').length,
});

/** A lone line is marked at its value; lines that belong together at the words in which they differ. */
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

/** Indentation and first word: what a line is about. */
export const stemOf = (line: string): string => /^[\s-]*[^\s:]*/.exec(line)?.[0] ?? '';

/** Which removed line became which added line: the next one with the same first word, else the one at the same place. */
function partners(removed: readonly string[], added: readonly string[]): [number, number][] {
  /** The nearest at the end, to be taken from there. */
  const byStem = new Map<string, number[]>();
  for (let j = added.length - 1; j >= 0; j--) {
    const stem = stemOf(added[j] ?? '');
    const known = byStem.get(stem);
    if (known) known.push(j);
    else byStem.set(stem, [j]);
  }
  const partnerOf = new Map<number, number>();
  const taken = new Set<number>();
  let next = 0;
  removed.forEach((line, i) => {
    const candidates = byStem.get(stemOf(line));
    let j = candidates?.pop();
    while (j !== undefined && j < next) j = candidates?.pop();
    if (j === undefined) return;
    partnerOf.set(i, j);
    taken.add(j);
    next = j + 1;
  });
  if (removed.length === added.length)
    for (const i of removed.keys()) if (!partnerOf.has(i) && !taken.has(i)) partnerOf.set(i, i);
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

/** A line of the text that the server's copy does not have like this, from 1. */
export type ChangedLine = { line: number; kind: 'new' | 'changed' };

/** Beyond this a comparison at every pause would be felt; the review still makes it. */
const MAX_CHARS = 400_000;

/** What the gutter marks. Empty for a new document, in which every line would be marked. */
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
