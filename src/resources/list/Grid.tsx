import { useVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Ref } from 'react';
import type { Row } from '../../descriptors/defineResource.ts';
import type { CheckState } from '../../ui/Check.tsx';
import { cx } from '../../ui/plain/cx.ts';
import type { RowDoing } from '../actions/RowActionCell.tsx';
import { useNewest } from '../useNewest.ts';
import { HEAD_PX } from './density.ts';
import styles from './Grid.module.css';
import { GridHead } from './GridHead.tsx';
import { GridRow, rowDomId } from './GridRow.tsx';
import type { RowLook } from './GridRow.tsx';
import type { Sort } from './listState.ts';
import { SkeletonRow } from './SkeletonRow.tsx';

/** First and last row in sight; `last` is -1 for an empty list. */
export type Range = { first: number; last: number };

export type GridHandle = {
  focus: () => void;
  /** Brings a row into sight, moving as little as possible. */
  reveal: (index: number) => void;
  /** How many rows are in sight at once. */
  pageRows: () => number;
};

type Props = {
  label: string;
  look: RowLook;
  rowPx: number;
  rows: readonly Row[];
  /** Rows of the whole list; those behind `rows` are skeletons. */
  count: number;
  cursor: number;
  selected: ReadonlySet<string>;
  doings: ReadonlyMap<string, RowDoing>;
  isStale: boolean;
  isBusy: boolean;
  sort: Sort;
  onSort: (field: string) => void;
  selection?: { state: CheckState; onToggle: () => void } | undefined;
  onRange: (range: Range, offsetPx: number) => void;
  /** Another one begins at the top. */
  question: string;
  /** Where it was left; undefined: at the top, or until there are rows. */
  startPx?: number | undefined;
  ref: Ref<GridHandle>;
};

/** Never more rows than this in the document, whatever the height of the window (design §6). */
const ROWS_MAX = 56;
const OVERSCAN_MAX = 10;

/** What is in sight and a little on either side, so that a quick wheel meets rows. */
function drawn({ startIndex, endIndex, count }: { startIndex: number; endIndex: number; count: number }): number[] {
  const over = Math.max(1, Math.min(OVERSCAN_MAX, Math.floor((ROWS_MAX - (endIndex - startIndex)) / 2)));
  const from = Math.max(0, startIndex - over);
  const to = Math.min(count - 1, endIndex + over);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

/** Head and rows of a list of any length: one tab stop, rows only where one looks. */
export function Grid(props: Props) {
  const { look, rowPx, rows, count, cursor, onRange, startPx } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const headPx = look.phone ? 0 : HEAD_PX;

  const rangeAt = (offset: number, height: number): Range => ({
    first: Math.min(Math.floor(offset / rowPx), Math.max(0, count - 1)),
    last: Math.min(Math.ceil((offset + height - headPx) / rowPx), count) - 1,
  });
  // Its result is read in this render only, nothing below keeps it.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    rangeExtractor: drawn,
    onChange: (now) => {
      const offset = now.scrollOffset ?? 0;
      onRange(rangeAt(offset, now.scrollRect?.height ?? 0), offset);
    },
  });

  const asked = useRef(props.question);
  useLayoutEffect(() => {
    if (scroller.current && asked.current !== props.question) scroller.current.scrollTop = 0;
    asked.current = props.question;
  }, [props.question]);
  useLayoutEffect(() => {
    if (scroller.current && startPx !== undefined) scroller.current.scrollTop = startPx;
  }, [startPx]);

  // What is in sight changes with the rows too, not by scrolling alone.
  const tell = useNewest(() => {
    const box = scroller.current;
    if (box) onRange(rangeAt(box.scrollTop, box.clientHeight), box.scrollTop);
  });
  useLayoutEffect(() => tell.current(), [tell, count, rowPx]);

  // A row height that changes leaves the sizes measured before behind.
  useLayoutEffect(() => virtual.measure(), [virtual, rowPx]);

  // Rows that come or go above it do not move the row under the cursor.
  const held = useRef({ rows, cursor });
  useLayoutEffect(() => {
    const before = held.current;
    held.current = { rows, cursor };
    const box = scroller.current;
    if (!box || before.rows === rows || rows[cursor]?.id !== before.rows[before.cursor]?.id) return;
    const inSight = before.cursor * rowPx >= box.scrollTop && before.cursor * rowPx < box.scrollTop + box.clientHeight;
    if (inSight && before.cursor !== cursor) box.scrollTop += (cursor - before.cursor) * rowPx;
  }, [rows, cursor, rowPx]);

  useImperativeHandle(
    props.ref,
    () => ({
      focus: () => scroller.current?.focus(),
      pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headPx) / rowPx) - 1),
      reveal: (index) => {
        const box = scroller.current;
        if (!box) return;
        const top = index * rowPx;
        const bottom = top + rowPx - (box.clientHeight - headPx);
        if (top < box.scrollTop) box.scrollTop = top;
        else if (bottom > box.scrollTop) box.scrollTop = bottom;
      },
    }),
    [rowPx, headPx],
  );

  const items = virtual.getVirtualItems();
  const cursorIsDrawn = rows[cursor] !== undefined && items.some((item) => item.index === cursor);
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-busy={props.isBusy}
      aria-multiselectable={look.selectable || undefined}
      aria-activedescendant={cursorIsDrawn ? rowDomId(cursor) : undefined}
      className={cx(styles.scroller, count === 0 && !props.isBusy && styles.headOnly)}
    >
      <div role="rowgroup" className={styles.headGroup}>
        <GridHead
          columns={look.columns}
          tracks={look.tracks}
          sort={props.sort}
          onSort={props.onSort}
          selection={props.selection}
        />
      </div>
      <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const row = rows[index];
          const place = { look, index, top: start, height: size, isCursor: index === cursor };
          if (!row) return <SkeletonRow key={index} {...place} />;
          return (
            <GridRow
              key={row.id}
              {...place}
              row={row}
              isSelected={props.selected.has(row.id)}
              isStale={props.isStale}
              doing={props.doings.get(row.id)}
            />
          );
        })}
      </div>
    </div>
  );
}
