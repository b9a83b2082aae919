import { useVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { useParams } from 'react-router-dom';
import { config } from '../../api/config.ts';
import { describeFailure } from '../../api/errors.ts';
import { isRecording, type Recording } from '../../api/recordings.ts';
import { formatCount, plural } from '../../lib/numbers.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useMedia, PHONE } from '../../ui/useMedia.ts';
import type { Row } from '../../descriptors/row.ts';
import type { RowChoice } from '../actions/rowChoices.ts';
import type { GridHandle, Range } from '../list/Grid.tsx';
import type { ListModel } from '../list/useListModel.ts';
import { textSearchItems, itemPx } from './textSearchItems.ts';
import { HitRow, MoreRow, RecordingRow, RunningRow } from './TextSearchRow.tsx';
import styles from './textSearch.module.css';
import type { TextSearchQuery } from './useTextSearch.ts';
import { useRecordingSearch, type SearchProgress } from './useRecordingSearch.ts';

const OVERSCAN_ROWS = 12;
const none: ReadonlySet<string> = new Set();

type Props = {
  model: ListModel;
  query: TextSearchQuery;
  runOn: (choice: RowChoice, row: Row) => void;
  onRange: (range: Range, offsetPx: number) => void;
  gridRef: Ref<GridHandle>;
};

/** The recordings of the list, each with the lines in which the text was typed or shown. */
export default function TextSearchRows({ model, query, runOn, onRange, gridRef }: Props) {
  const { clusterId = config.proxyCluster } = useParams();
  const rows = useMemo(() => model.rows.filter((row): row is Row & Recording => isRecording(row)), [model.rows]);
  const { fromMs = 0, toMs = 0 } = model.list.bounds ?? {};
  const progress = useRecordingSearch({ clusterId, ...query, fromMs, toMs }, rows);
  const isPhone = useMedia(PHONE);
  // Another text starts with all results folded.
  const [unfolded, setUnfolded] = useState({ of: query.text, sids: none });
  const open = unfolded.of === query.text ? unfolded.sids : none;
  const items = useMemo(
    () => textSearchItems(rows, model.days, progress?.state, open),
    [rows, model.days, progress?.state, open],
  );
  const longestMs = useMemo(() => rows.reduce((longest, { durationMs }) => Math.max(longest, durationMs), 0), [rows]);

  const scroller = useRef<HTMLDivElement>(null);
  // Its result is used in this render only. No child stores it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => itemPx(items[index], isPhone),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN_ROWS,
    onChange: ({ range, scrollOffset }) => {
      const inSight = items.slice(range?.startIndex, (range?.endIndex ?? -1) + 1);
      const indices = inSight.flatMap((item) => (item.kind === 'recording' ? [item.index] : []));
      onRange({ first: indices[0] ?? 0, last: indices.at(-1) ?? indices[0] ?? 0 }, scrollOffset ?? 0);
    },
  });
  useLayoutEffect(() => virtual.measure(), [virtual, items, isPhone]);
  useImperativeHandle(gridRef, () => ({
    focus: () => scroller.current?.focus(),
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / itemPx(undefined, isPhone))),
    reveal: (index) => {
      const at = items.findIndex((item) => item.kind === 'recording' && item.index === index);
      if (at >= 0) virtual.scrollToIndex(at);
    },
  }));

  return (
    <>
      <SearchStatus query={query} progress={progress} />
      <div
        ref={scroller}
        tabIndex={0}
        role="list"
        aria-label="Recordings and what was found in them"
        aria-busy={progress?.state.status === 'running'}
        className={styles.scroller}
      >
        <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, size }) => {
            const item = items[index];
            if (!item) return null;
            const parts = { model, clusterId, isPhone, longestMs };
            return (
              <div
                key={item.key}
                role="listitem"
                className={styles.item}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {item.kind === 'day' && <p className={styles.day}>{item.day}</p>}
                {item.kind === 'running' && <RunningRow {...parts} item={item} />}
                {item.kind === 'recording' && <RecordingRow {...parts} item={item} runOn={runOn} />}
                {item.kind === 'hit' && <HitRow {...parts} item={item} />}
                {item.kind === 'more' && (
                  <MoreRow
                    {...parts}
                    item={item}
                    onOpen={() => setUnfolded({ of: query.text, sids: new Set([...open, item.row.sid]) })}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

const statusLabel = (status: 'running' | 'stopped' | 'done', failed: number): string => {
  if (status !== 'done') return status === 'running' ? 'newest first' : 'stopped';
  return failed > 0 ? `${formatCount(failed)} not readable` : 'all read';
};

type StatusProps = { query: TextSearchQuery; progress: SearchProgress | undefined };

/** The progress of the search, and the number of hits. */
function SearchStatus({ query, progress }: StatusProps): ReactNode {
  if (!progress)
    return (
      <p className={styles.status} role="status">
        {query.text === '' && 'Type a word or a command and press Enter. Filters choose which recordings are searched.'}
      </p>
    );
  const { state, hits, recordings, total, read, failed, stop } = progress;
  if (state.status === 'failed')
    return <ErrorNote what="The recordings could not be searched" {...describeFailure(state.error)} />;
  return (
    <div className={styles.status}>
      <strong role="status">
        {plural(hits, 'hit')} in {plural(recordings, 'recording')}
      </strong>
      <span className={styles.progress}>
        <Progress label="Recordings read" done={read} total={total} />
      </span>
      <span className={styles.read}>
        {formatCount(read - failed)} of {formatCount(total)} recordings read, {statusLabel(state.status, failed)}
      </span>
      {state.status === 'running' && (
        <Button kind="quiet" size="inline" onClick={stop}>
          Stop
        </Button>
      )}
    </div>
  );
}
