import { cx } from '../../ui/plain/cx.ts';
import styles from './Bulk.module.css';
import { countMoves, type EditLine } from './editPlan.ts';
import type { PlannedLine } from './bulkMessages.ts';

/** So many values that stay are named. */
const STAYING_MAX = 2;

type Changing = Extract<EditLine, { kind: 'changes' }>;

function Values({ line }: { line: Changing }) {
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

/** The values of one row as they will be: those that come and go are marked. */
export function plannedValues(line: Changing): PlannedLine {
  const parts = [
    line.added.length > 0 && `added: ${line.added.join(' ')}`,
    line.taken.length > 0 && `taken away: ${line.taken.join(' ')}`,
    line.passing,
  ];
  return {
    icon: line.passing !== undefined ? 'triangle-alert' : line.added.length > 0 ? 'plus' : 'minus',
    words: <Values line={line} />,
    text: parts.filter(Boolean).join('; '),
    end: countMoves(line),
  };
}
