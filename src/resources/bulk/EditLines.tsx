import type { ReactNode } from 'react';
import { rowTitle } from '../../descriptors/rows.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Ring } from '../../ui/plain/Ring.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './Bulk.module.css';
import type { ItemState } from './BulkRun.ts';
import { countMoves } from './editPlan.ts';
import type { EditLine } from './editPlan.ts';

/** So many values that stay are named. */
const STAYING_MAX = 2;

type Props = {
  resource: Restricted;
  lines: readonly EditLine[];
  /** Empty as long as nothing was written. */
  states: ReadonlyMap<string, ItemState>;
  onRetry?: ((id: string) => void) | undefined;
  onCheck?: ((id: string) => void) | undefined;
};

type Shown = { mark: ReactNode; words: ReactNode; end?: ReactNode; isWrong?: boolean; isQuiet?: boolean };

function Values({ line }: { line: Extract<EditLine, { kind: 'changes' }> }) {
  const staying = line.after.filter((value) => !line.added.includes(value));
  return (
    <span className={styles.values}>
      {staying.slice(0, STAYING_MAX).map((value) => (
        <span key={value} className={cx(styles.value, 'cut')}>
          {value}
        </span>
      ))}
      {staying.length > STAYING_MAX && (
        <span className="t3" title={staying.slice(STAYING_MAX).join(', ')}>{`+${staying.length - STAYING_MAX}`}</span>
      )}
      {line.added.map((value) => (
        <ins key={value} className={cx(styles.value, styles.added, 'cut')}>
          {value}
        </ins>
      ))}
      {line.taken.map((value) => (
        <del key={value} className={cx(styles.value, styles.taken, 'cut')}>
          {value}
        </del>
      ))}
      {line.passing !== undefined && <span className={styles.passing}>{line.passing}</span>}
    </span>
  );
}

function planned(line: EditLine): Shown {
  if (line.kind !== 'changes')
    return { mark: <Icon name="minus" size={14} />, words: line.why, end: 'none', isQuiet: true };
  const icon = line.passing !== undefined ? 'triangle-alert' : line.added.length > 0 ? 'plus' : 'minus';
  return { mark: <Icon name={icon} size={14} />, words: <Values line={line} />, end: countMoves(line) };
}

function shown(line: EditLine, state: ItemState | undefined, hasRun: boolean): Shown {
  if (line.kind !== 'changes' || !hasRun) return planned(line);
  switch (state?.kind) {
    case undefined:
    case 'waits':
      return { ...planned(line), mark: null, end: 'waits' };
    case 'busy':
      return { mark: <Ring size={12} />, words: 'being written' };
    case 'done':
      return {
        mark: <Icon name="check" size={14} className={styles.ok} />,
        words: 'written',
        end: <Time date={new Date(state.atMs)} show="time" />,
      };
    case 'failed':
      return { mark: <Icon name="circle-x" size={14} />, words: state.why, isWrong: true };
    case 'unknown':
      return {
        mark: <Icon name="circle-x" size={14} />,
        words: `${state.why}; whether it was written is not known`,
        isWrong: true,
      };
  }
}

/** One line per row: what changes, or why nothing does; afterwards what came of it. */
export const EditLines = ({ resource, lines, states, onRetry, onCheck }: Props) => (
  <ul className={styles.list} aria-label="Each of them" tabIndex={0}>
    {lines.map((line) => {
      const state = states.get(line.row.id);
      const title = rowTitle(resource, line.row);
      const { mark, words, end, isWrong, isQuiet } = shown(line, state, states.size > 0);
      return (
        <li key={line.row.id} className={cx(styles.item, isWrong && styles.wrong)}>
          <span className={styles.mark}>{mark}</span>
          <span className={cx('cut', isQuiet ? 't2' : 'semi')} title={title}>
            {title}
          </span>
          <span className={styles.words}>{words}</span>
          {state?.kind === 'failed' && onRetry ? (
            <Button size="inline" aria-label={`Try ${title} again`} onClick={() => onRetry(line.row.id)}>
              Try again
            </Button>
          ) : state?.kind === 'unknown' && onCheck ? (
            <Button size="inline" aria-label={`Check ${title}`} onClick={() => onCheck(line.row.id)}>
              Check
            </Button>
          ) : (
            <span className="t2 small num">{end}</span>
          )}
        </li>
      );
    })}
  </ul>
);
