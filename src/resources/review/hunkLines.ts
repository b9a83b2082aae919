import type { ShownLine } from './DiffLines.tsx';
import { diffTexts } from './diffTexts.ts';
import type { Hunk, Side } from './mergeTexts.ts';

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** What one hunk does to the lines of the common text; they are numbered as in the whole texts. */
function linesOfHunk(hunk: Hunk, choice: Side, before: number, after: number): ShownLine[] {
  const result = hunk.kind === 'same' ? hunk.base : hunk.kind === 'conflict' ? hunk[choice] : hunk.lines;
  const by = hunk.kind === 'conflict' ? choice : hunk.kind === 'one' ? hunk.by : undefined;
  return diffTexts(textOf(hunk.base), textOf(result)).map((line): ShownLine => {
    if (line.kind === 'del') return { ...line, before: line.before + before, by };
    if (line.kind === 'add') return { ...line, after: line.after + after, by };
    return { ...line, before: line.before + before, after: line.after + after };
  });
}

/** The merged text as a difference from the common one, each line with whose it is; conflicts as they were decided. */
export function hunkLines(hunks: readonly Hunk[], choices: readonly Side[]): ShownLine[] {
  let conflict = 0;
  let before = 0;
  let after = 0;
  return hunks.flatMap((hunk) => {
    const lines = linesOfHunk(hunk, (hunk.kind === 'conflict' && choices[conflict++]) || 'mine', before, after);
    before += lines.filter((line) => line.kind !== 'add').length;
    after += lines.filter((line) => line.kind !== 'del').length;
    return lines;
  });
}
