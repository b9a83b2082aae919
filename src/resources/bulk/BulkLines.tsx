import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Ring } from '../../ui/plain/Waiting.tsx';
import { Time } from '../../ui/Time.tsx';
import { formatCount } from '../../lib/numbers.ts';
import { visibleLine } from '../../lib/visibleText.ts';
import { Note } from '../../ui/plain/Note.tsx';
import { countOf } from '../resourceMessages.ts';
import styles from './Bulk.module.css';
import type { BulkLabels, PlannedLine } from './bulkMessages.ts';
import type { BulkJob, ItemState, tally } from './BulkJob.ts';

type Props = {
  resource: Resource;
  work: BulkJob;
  words: BulkLabels;
  planned: (row: Row) => PlannedLine;
  /** Undefined before the start. */
  states: ReadonlyMap<string, ItemState> | undefined;
  /** Undefined while it runs. */
  onAgain: ((id: string, how: 'retry' | 'check') => void) | undefined;
};

type LineParts = { mark: ReactNode; words: ReactNode; end?: ReactNode; look?: 'wrong' | 'quiet' };

const WRONG = <Icon name="circle-x" size={14} />;

function linePartsOf({ work, words, planned, states }: Props, row: Row): LineParts {
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
      return { mark: <Ring size={12} />, words: words.inProgress };
    case 'done':
      return {
        mark: <Icon name="check" size={14} className="ok-mark" />,
        words: words.done,
        end: <Time date={new Date(state.atMs)} show="time" />,
      };
    case 'failed':
      return { mark: WRONG, words: state.why, look: 'wrong' };
    case 'unknown':
      return { mark: WRONG, words: `${state.why}. It is not known whether it was ${words.done}`, look: 'wrong' };
  }
}

/** One line per row: its planned change, its progress, its result. */
export function BulkLines(props: Props) {
  const { resource, work, words, states, onAgain } = props;
  return (
    <>
      <div className={cx(styles.item, styles.heads)} aria-hidden>
        <span />
        <span>{resource.label[0]}</span>
        <span className={styles.words}>{states ? 'Result' : words.column}</span>
      </div>
      <ul className="fill scroll inset" aria-label="Selected items" tabIndex={0}>
        {work.rows.map((row) => {
          const kind = states?.get(row.id)?.kind;
          const title = visibleLine(rowTitle(resource, row));
          const { mark, words: text, end, look } = linePartsOf(props, row);
          return (
            <li key={row.id} className={cx(styles.item, look === 'wrong' && styles.wrong)}>
              <span className={styles.mark}>{mark}</span>
              <span className={cx('cut', look === 'quiet' ? 't2' : 'semi')} title={title}>
                {title}
              </span>
              <span className={styles.words}>{text}</span>
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

type BulkOutcomeProps = {
  resource: Resource;
  words: BulkLabels;
  counts: ReturnType<typeof tally>;
  /** How many rows the run was to change. */
  total: number;
  /** The address of the list with the events of the run. */
  events: string | undefined;
};

function doneMessage(done: number, words: BulkLabels): string {
  if (done === 0) return `Nothing was ${words.done}.`;
  return done === 1 ? `The other one was ${words.done}.` : `The ${formatCount(done)} others were ${words.done}.`;
}

/** The results, and what to do now. */
export function BulkOutcome({ resource, words, counts, total, events }: BulkOutcomeProps) {
  const { done, failed, unknown, waits } = counts;
  const wrong = failed + unknown;
  const remaining = total - done;
  return (
    <>
      <h3>Result</h3>
      {wrong > 0 ? (
        <Note
          kind="danger"
          title={`${formatCount(wrong)} of ${countOf(resource, total)} ${unknown > 0 ? `could not be confirmed as ${words.known}` : `${wrong === 1 ? 'was' : 'were'} not ${words.known}`}.`}
        >
          {`The reasons are shown beside them. ${doneMessage(done, words)}`}
        </Note>
      ) : (
        <p>{`${countOf(resource, done)} ${words.known}.`}</p>
      )}
      {waits > 0 && <p>{`${formatCount(waits)} not started (stopped).`}</p>}
      {remaining > 0 && (
        <>
          <h3>Next steps</h3>
          <p>
            {`${remaining === 1 ? 'It stays' : 'They stay'} selected in the list. `}
            {failed > 0 && `${words.again} `}
            {unknown > 0 && words.check}
          </p>
        </>
      )}
      <h3>Undo</h3>
      <p>
        {words.undo}{' '}
        {events !== undefined && (
          <Link className="link" to={events}>
            {done === 1 ? 'Show the event' : `Show the ${formatCount(done)} events`}
          </Link>
        )}
      </p>
    </>
  );
}
