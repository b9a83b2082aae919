import { useMemo, useState } from 'react';
import { plural } from '../../lib/numbers.ts';
import { cx } from '../../ui/plain/cx.ts';
import { colourLines, piecesOf, runsOf, type Piece } from './colourLines.ts';
import syntax from '../syntax.module.css';
import styles from './Diff.module.css';
import type { DiffLine } from './diffTexts.ts';
import { foldLines, sideBySide, type Fold } from './foldLines.ts';
import type { Side } from './mergeTexts.ts';
import type { YamlToken } from './yamlTokens.ts';

/** A line of a difference. In a merge, `by` is the side that wrote it. */
export type ShownLine = DiffLine & { by?: Side | undefined };

type Props = {
  lines: readonly ShownLine[];
  columns?: 1 | 2;
  /** Every line is shown from the beginning. */
  unfolded?: boolean;
  /** One text without a comparison: its lines have one number. */
  single?: boolean;
};

/** More rows than this are shown on demand, because a hundred thousand lines would freeze the page. */
const ROWS_AT_ONCE = 400;

const SIGNS = { same: '', del: '−', add: '+' };

/** A longer text has no colours, because computing them would block the page. */
const COLOURED_LINES = 10_000;

/** The colours of each line, computed from the whole text that it belongs to. */
function useColours(lines: readonly ShownLine[]): (line: ShownLine) => readonly YamlToken[] {
  return useMemo(() => {
    const byLine = new Map<ShownLine, readonly YamlToken[]>();
    if (lines.length <= COLOURED_LINES) addColours(lines, byLine);
    return (line: ShownLine) => byLine.get(line) ?? [];
  }, [lines]);
}

function addColours(lines: readonly ShownLine[], byLine: Map<ShownLine, readonly YamlToken[]>): void {
  const textOf = (skip: 'del' | 'add') => lines.flatMap((line) => (line.kind === skip ? [] : [line.text])).join('\n');
  const [before, after] = [colourLines(textOf('add')), colourLines(textOf('del'))];
  let old = 0;
  let young = 0;
  for (const line of lines) {
    byLine.set(line, (line.kind === 'del' ? before[old] : after[young]) ?? []);
    if (line.kind !== 'add') old++;
    if (line.kind !== 'del') young++;
  }
}

const Coloured = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ text, kind }, i) => (
    <span key={i} className={syntax[kind]}>
      {text}
    </span>
  ));

function Text({ line, tokens }: { line: ShownLine; tokens: readonly YamlToken[] }) {
  const pieces = piecesOf(line.text, tokens, line.kind === 'same' ? [] : line.marks);
  return (
    <span className={styles.words}>
      {runsOf(pieces).map((run, i) =>
        run.isMarked ? (
          <mark key={i}>
            <Coloured pieces={run.pieces} />
          </mark>
        ) : (
          <Coloured key={i} pieces={run.pieces} />
        ),
      )}
      {line.by && line.kind !== 'same' && <span className={styles.source}>{line.by}</span>}
    </span>
  );
}

/** The changes of a text, in one column or side by side. Unchanged lines are folded. */
export function DiffLines({ lines, columns = 1, unfolded = false, single = false }: Props) {
  const colours = useColours(lines);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [shownCount, setShownCount] = useState(ROWS_AT_ONCE);
  const rows = unfolded ? lines : foldLines(lines, open);
  const foldRow = (fold: Fold) => (
    <button
      key={`fold ${fold.at}`}
      type="button"
      className={styles.fold}
      onClick={() => setOpen(new Set([...open, fold.at]))}
    >
      {plural(fold.count, 'unchanged line')}
    </button>
  );
  const half = (line: ShownLine | undefined, number: number | undefined) => (
    <div className={cx(styles.half, line && line.kind !== 'same' && styles[line.kind])}>
      <span className={styles.number}>{number}</span>
      <span className={styles.sign}>{line && SIGNS[line.kind]}</span>
      {line && <Text line={line} tokens={colours(line)} />}
    </div>
  );
  const oneColumn = (row: ShownLine | Fold, i: number) =>
    row.kind === 'fold' ? (
      foldRow(row)
    ) : (
      <div key={i} className={cx(styles.line, row.kind !== 'same' && styles[row.kind])}>
        <span className={styles.number}>{row.kind !== 'add' && !single && row.before}</span>
        <span className={styles.number}>{row.kind !== 'del' && row.after}</span>
        <span className={styles.sign}>{SIGNS[row.kind]}</span>
        <Text line={row} tokens={colours(row)} />
      </div>
    );
  const visible = rows.slice(0, shownCount);
  return (
    <div className={styles.code}>
      {columns === 1
        ? visible.map(oneColumn)
        : sideBySide(visible).map((row, i) =>
            row.kind === 'fold' ? (
              foldRow(row)
            ) : (
              <div key={i} className={styles.pair}>
                {half(row.left, row.left?.kind === 'add' ? undefined : row.left?.before)}
                {half(row.right, row.right?.kind === 'del' ? undefined : row.right?.after)}
              </div>
            ),
          )}
      {rows.length > shownCount && (
        <button type="button" className={styles.fold} onClick={() => setShownCount(shownCount + ROWS_AT_ONCE)}>
          {`${plural(rows.length - shownCount, 'more row')}, show the next`}
        </button>
      )}
    </div>
  );
}
