import { useId, useState } from 'react';
import { plural } from '../../lib/numbers.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { DiffLines, type ShownLine } from './DiffLines.tsx';
import { conflictsOf, type Conflict, type Hunk, type Side } from './mergeTexts.ts';
import styles from './Review.module.css';
import { diffTexts } from './diffTexts.ts';

type Props = {
  hunks: readonly Hunk[];
  /** By conflict; undefined until the user has decided. */
  sides: readonly (Side | undefined)[];
  onDecide: (nth: number, side: Side) => void;
};

/** A conflict has only removed and added lines. A heading above them names the side. */
const numberedFrom = (line: ShownLine, offset: number): ShownLine => {
  if (line.kind === 'add') return { ...line, after: line.after + offset, by: undefined };
  return line.kind === 'del' ? { ...line, before: line.before + offset, by: undefined } : line;
};

/** One place that both sides changed, side by side. */
function Decision(props: { conflict: Conflict; side: Side | undefined; onDecide: (side: Side) => void }) {
  const { conflict, side, onDecide } = props;
  const group = useId();
  const linesOf = (of: Side) => hunkLines([conflict], [of]).map((line) => numberedFrom(line, conflict.at - 1));
  const half = (of: Side, label: string) => (
    <div className={styles.side}>
      <label className={styles.sideHead}>
        <input type="radio" name={group} checked={side === of} onChange={() => onDecide(of)} />
        {label}
      </label>
      <DiffLines lines={linesOf(of)} unfolded />
    </div>
  );
  return (
    <>
      <div className={styles.hunk}>
        <Icon name="circle-alert" size={14} />
        <span className="strong">{`Both changed line ${conflict.at}`}</span>
        <span className="grow" />
        <span className="t3">{side ? `Decided: ${side}` : 'Not decided'}</span>
      </div>
      <div className={styles.sides} role="radiogroup" aria-label={`Line ${conflict.at}`}>
        {half('theirs', 'Theirs')}
        {half('mine', 'Mine')}
      </div>
    </>
  );
}

/** The conflicts to decide, and the merged text with the author of each line. */
export function MergePane({ hunks, sides, onDecide }: Props) {
  const [whole, setWhole] = useState(false);
  const lines = hunkLines(
    hunks,
    sides.map((side) => side ?? 'mine'),
  );
  return (
    <div className={styles.lines}>
      <div className="fill scroll inset" role="region" aria-label="Merged text" tabIndex={0}>
        {conflictsOf(hunks).map((conflict, nth) => (
          <Decision key={conflict.at} conflict={conflict} side={sides[nth]} onDecide={(side) => onDecide(nth, side)} />
        ))}
        <div className={styles.hunk}>
          <Icon name="check" size={14} />
          <span className="strong">The merged text</span>
          <span className="grow" />
          <button type="button" className="link" aria-pressed={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show changes only' : `Show all ${plural(lines.length, 'line')}`}
          </button>
        </div>
        <DiffLines lines={lines} unfolded={whole} />
      </div>
    </div>
  );
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The changes of one hunk to the lines of the common text. The lines have the numbers of the whole texts. */
function linesOfHunk(hunk: Hunk, choice: Side, before: number, after: number): ShownLine[] {
  const result = hunk.kind === 'same' ? hunk.base : hunk.kind === 'conflict' ? hunk[choice] : hunk.lines;
  const by = hunk.kind === 'conflict' ? choice : hunk.kind === 'one' ? hunk.by : undefined;
  return diffTexts(textOf(hunk.base), textOf(result)).map((line): ShownLine => {
    if (line.kind === 'del') return { ...line, before: line.before + before, by };
    if (line.kind === 'add') return { ...line, after: line.after + after, by };
    return { ...line, before: line.before + before, after: line.after + after };
  });
}

/** The merged text as a difference from the common one, each line with its side. Conflicts are resolved as decided. */
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
