import { changesOf, linesOf } from '../review/diffTexts.ts';

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
