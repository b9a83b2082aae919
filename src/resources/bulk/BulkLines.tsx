import type { ReactNode } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Ring } from '../../ui/plain/Waiting.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './Bulk.module.css';
import type { ItemState } from './BulkRun.ts';
import type { BulkWords, PlannedLine } from './bulkMessages.ts';
import type { BulkJob } from './BulkJob.ts';

type Props = {
  resource: Resource;
  work: BulkJob;
  words: BulkWords;
  planned: (row: Row) => PlannedLine;
  /** Undefined as long as nothing was begun. */
  states: ReadonlyMap<string, ItemState> | undefined;
  /** Undefined while it is on its way. */
  onAgain: ((id: string, how: 'retry' | 'check') => void) | undefined;
};

type Shown = { mark: ReactNode; words: ReactNode; end?: ReactNode; look?: 'wrong' | 'quiet' };

const WRONG = <Icon name="circle-x" size={14} />;

function shownOf({ work, words, planned, states }: Props, row: Row): Shown {
  const why = work.skipped.get(row.id);
  if (why !== undefined) return { mark: <Icon name="minus" size={14} />, words: why, end: 'none', look: 'quiet' };
  const plan = planned(row);
  if (!states) return { ...plan, mark: <Icon name={plan.icon} size={14} /> };
  const state = states.get(row.id);
  switch (state?.kind) {
    case undefined:
    case 'waits':
      return { mark: null, words: plan.words, end: 'waits' };
    case 'busy':
      return { mark: <Ring size={12} />, words: words.doing };
    case 'done':
      return {
        mark: <Icon name="check" size={14} className={styles.ok} />,
        words: words.done,
        end: <Time date={new Date(state.atMs)} show="time" />,
      };
    case 'failed':
      return { mark: WRONG, words: state.why, look: 'wrong' };
    case 'unknown':
      return { mark: WRONG, words: `${state.why}; whether it was ${words.done} is not known`, look: 'wrong' };
  }
}

/** One line per row: what will happen to it, what does, what came of it. */
export function BulkLines(props: Props) {
  const { resource, work, words, states, onAgain } = props;
  return (
    <>
      <div className={cx(styles.item, styles.heads)} aria-hidden>
        <span />
        <span>{resource.label[0]}</span>
        <span className={styles.words}>{states ? 'Result' : words.column}</span>
      </div>
      <ul className={styles.list} aria-label="Each of them" tabIndex={0}>
        {work.rows.map((row) => {
          const kind = states?.get(row.id)?.kind;
          const title = rowTitle(resource, row);
          const { mark, words: told, end, look } = shownOf(props, row);
          return (
            <li key={row.id} className={cx(styles.item, look === 'wrong' && styles.wrong)}>
              <span className={styles.mark}>{mark}</span>
              <span className={cx('cut', look === 'quiet' ? 't2' : 'semi')} title={title}>
                {title}
              </span>
              <span className={styles.words}>{told}</span>
              {kind === 'failed' && onAgain ? (
                <Button size="inline" aria-label={`Retry ${title}`} onClick={() => onAgain(row.id, 'retry')}>
                  Retry
                </Button>
              ) : kind === 'unknown' && onAgain ? (
                <Button size="inline" aria-label={`Check ${title}`} onClick={() => onAgain(row.id, 'check')}>
                  Check
                </Button>
              ) : (
                <span className="t2 small num">{end}</span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
