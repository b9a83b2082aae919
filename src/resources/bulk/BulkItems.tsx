import type { ReactNode } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Ring } from '../../ui/plain/Ring.tsx';
import { Time } from '../../ui/Time.tsx';
import { countOf } from '../words.ts';
import styles from './Bulk.module.css';
import type { ItemState } from './BulkRun.ts';

type Props = {
  resource: Resource;
  rows: readonly Row[];
  /** Why a row stays, by its id. */
  kept: ReadonlyMap<string, string | undefined>;
  states: ReadonlyMap<string, ItemState>;
  onRetry: ((id: string) => void) | undefined;
  onCheck: ((id: string) => void) | undefined;
};

type Shown = { mark: ReactNode; words: string; isWrong: boolean; end?: ReactNode };

function shown(state: ItemState | undefined, kept: string | undefined): Shown {
  if (kept !== undefined) return { mark: <Icon name="minus" size={14} />, words: kept, isWrong: false };
  switch (state?.kind) {
    case undefined:
      return { mark: <Icon name="trash-2" size={14} />, words: 'will be deleted', isWrong: false };
    case 'waits':
      return { mark: null, words: 'waits', isWrong: false };
    case 'busy':
      return { mark: <Ring size={12} />, words: 'being deleted', isWrong: false };
    case 'done':
      return {
        mark: <Icon name="check" size={14} />,
        words: 'deleted',
        isWrong: false,
        end: <Time date={new Date(state.atMs)} show="time" />,
      };
    case 'failed':
      return { mark: <Icon name="circle-x" size={14} />, words: state.why, isWrong: true };
    case 'unknown':
      return {
        mark: <Icon name="circle-x" size={14} />,
        words: `${state.why}; whether it was deleted is not known`,
        isWrong: true,
      };
  }
}

/** One line per row: what will happen to it, what does, what came of it. */
export function BulkItems({ resource, rows, kept, states, onRetry, onCheck }: Props) {
  return (
    <div className={styles.items}>
      <h3 className={styles.itemsHead}>{countOf(resource, rows.length)}</h3>
      <ul className={styles.list} aria-label="Each of them" tabIndex={0}>
        {rows.map((row) => {
          const state = states.get(row.id);
          const title = rowTitle(resource, row);
          const { mark, words, isWrong, end } = shown(state, kept.get(row.id));
          return (
            <li key={row.id} className={cx(styles.item, isWrong && styles.wrong)}>
              <span className={styles.mark}>{mark}</span>
              <span className="semi cut" title={title}>
                {title}
              </span>
              <span className={styles.words}>{words}</span>
              {end}
              {state?.kind === 'failed' && onRetry && (
                <Button size="inline" aria-label={`Try ${title} again`} onClick={() => onRetry(row.id)}>
                  Try again
                </Button>
              )}
              {state?.kind === 'unknown' && onCheck && (
                <Button size="inline" aria-label={`Check ${title}`} onClick={() => onCheck(row.id)}>
                  Check
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
