import type { DiffLine } from './diffTexts.ts';

/** A group of unchanged lines that is shown as its number of lines; `at` is the index of its first line. */
export type Fold = { kind: 'fold'; at: number; count: number };

/** Unchanged lines shown around a change, for context. */
const CONTEXT_LINES = 2;
/** A fold takes a row itself, so fewer lines than this are not folded. */
const MIN_FOLDED = 3;

/** Folds unchanged lines, except the folds in `open`. A text without changes is one fold. */
export function foldLines<L extends Pick<DiffLine, 'kind'>>(
  lines: readonly L[],
  open: ReadonlySet<number>,
): (L | Fold)[] {
  const near = new Array<boolean>(lines.length).fill(false);
  lines.forEach((line, i) => {
    if (line.kind !== 'same') near.fill(true, Math.max(0, i - CONTEXT_LINES), i + CONTEXT_LINES + 1);
  });
  const rows: (L | Fold)[] = [];
  for (let at = 0; at < lines.length;) {
    const next = near.indexOf(!near[at], at);
    const end = next < 0 ? lines.length : next;
    // One by one, because a text has more lines than a call may have arguments.
    if (near[at] || end - at < MIN_FOLDED || open.has(at)) for (const line of lines.slice(at, end)) rows.push(line);
    else rows.push({ kind: 'fold', at, count: end - at });
    at = end;
  }
  return rows;
}

/** One row of two columns. A side without a line is empty. */
export type SideRow = Fold | { kind: 'pair'; left?: DiffLine; right?: DiffLine };

/** Removed lines at the left beside their replacements at the right. */
export function sideBySide(rows: readonly (DiffLine | Fold)[]): SideRow[] {
  const pairs: SideRow[] = [];
  /** Index of the first row whose right side is free for an added line. */
  let waiting = 0;
  for (const row of rows) {
    if (row.kind === 'add') {
      const half = pairs[waiting];
      if (half?.kind === 'pair' && !half.right) half.right = row;
      else pairs.push({ kind: 'pair', right: row });
      waiting = Math.min(waiting + 1, pairs.length);
    } else {
      if (row.kind === 'fold') pairs.push(row);
      else pairs.push(row.kind === 'del' ? { kind: 'pair', left: row } : { kind: 'pair', left: row, right: row });
      if (row.kind !== 'del') waiting = pairs.length;
    }
  }
  return pairs;
}
