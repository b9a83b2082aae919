import { elementScroll, useVirtualizer, type Rect, type Virtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  useDeferredValue,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
} from 'react';
import type { Row } from '../../descriptors/row.ts';
import type { CheckState } from '../../ui/Check.tsx';
import { cx } from '../../ui/plain/cx.ts';
import type { PendingRowAction } from '../actions/RowActionCell.tsx';
import type { Days } from '../window/days.ts';
import type { ColumnWidths } from './columnWidths.ts';
import styles from './Grid.module.css';
import { GridHead } from './GridHead.tsx';
import { GridRow, rowDomId, type RowRenderers, SkeletonRow } from './GridRow.tsx';
import { type Sort, HEAD_PX } from './listParams.ts';
import type { ListPosition } from './useCursor.ts';
import { DAY_PX, rowOffsets } from './rowOffsets.ts';

/** First and last visible row; `last` is -1 for an empty list. */
export type Range = { first: number; last: number };

export type GridHandle = {
  focus: () => void;
  /** Scrolls a row into view, moving as little as possible. */
  reveal: (index: number) => void;
  /** How many rows are visible at once. */
  pageRows: () => number;
};

type Props = {
  label: string;
  look: RowRenderers;
  rowPx: number;
  rows: readonly Row[];
  /** Rows of the whole list. Rows that are not in `rows` are drawn as skeletons. */
  count: number;
  cursor: number;
  selected: ReadonlySet<string>;
  pendingActions: ReadonlyMap<string, PendingRowAction>;
  isStale: boolean;
  isBusy: boolean;
  sort: Sort;
  onSort: (field: string) => void;
  widths: ColumnWidths;
  selection?: { state: CheckState; onToggle: () => void } | undefined;
  onRange: (range: Range, offsetPx: number) => void;
  /** Another question starts at the top. */
  question: string;
  /** The day headings above some rows; the same object while the headings are the same. */
  days: Days;
  /** The last scroll position, or the row that a link names. Undefined: at the top, or until there are rows. */
  start?: Pick<ListPosition, 'index' | 'offsetPx'> | undefined;
  ref: Ref<GridHandle>;
};

/** The document never has more rows than this, at any window height. */
const ROWS_MAX = 56;
const OVERSCAN_MAX = 10;
/** Approximate height of what is above and below the rows, until their box is measured. */
const AROUND_PX = 200;

type InSight = { startIndex: number; endIndex: number; count: number };

/** The visible rows and a few on either side, so that quick scrolling meets drawn rows. A day counts as a row too. */
function drawn({ startIndex, endIndex, count }: InSight, days: Days, overscanMax: number): number[] {
  const rowsWithDays = (index: number): number => (days.has(index) ? 2 : 1);
  const indices: number[] = [];
  let total = 0;
  for (let index = startIndex; index <= Math.min(endIndex, count - 1); index++) {
    indices.push(index);
    total += rowsWithDays(index);
  }
  for (let over = 1; over <= overscanMax; over++) {
    const around = [startIndex - over, endIndex + over].filter((index) => index >= 0 && index < count);
    total += around.reduce((sum, index) => sum + rowsWithDays(index), 0);
    if (over > 1 && total > ROWS_MAX) break;
    for (const index of around) {
      if (index < startIndex) indices.unshift(index);
      else indices.push(index);
    }
  }
  return indices;
}

/** Reports a size after layout. Measuring at once would first lay out the page without its rows. */
function observeSize({ scrollElement }: Virtualizer<HTMLDivElement, Element>, onSize: (size: Rect) => void) {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(([box]) => {
    if (box) onSize({ width: Math.round(box.contentRect.width), height: Math.round(box.contentRect.height) });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Head and rows of a list of any length. It is one tab stop and draws only the rows in view. */
export function Grid(props: Props) {
  const { look, rowPx, rows, count, cursor, onRange, start, days } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const headPx = look.phone ? 0 : HEAD_PX;

  // The first rows are painted before rows out of view are drawn.
  const [hadRows, setHadRows] = useState(count > 0);
  if (count > 0 && !hadRows) setHadRows(true);
  const overscans = useDeferredValue(hadRows, false);

  const offsets = useMemo(() => rowOffsets(rowPx, [...days.keys()]), [rowPx, days]);

  const rangeAt = (offset: number, height: number): Range => ({
    first: Math.min(offsets.at(offset), Math.max(0, count - 1)),
    last: Math.min(offsets.at(Math.max(0, offset + height - headPx - 1)), count - 1),
  });
  // Its result is used in this render only. No child stores it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    initialRect: { width: window.innerWidth, height: window.innerHeight - AROUND_PX },
    observeElementRect: observeSize,
    // The box is already at its top. Scrolling it there would cost another layout of the page.
    scrollToFn: (...to) => to[0] > 0 && elementScroll(...to),
    estimateSize: offsets.size,
    rangeExtractor: (inSight) => drawn(inSight, days, overscans ? OVERSCAN_MAX : 0),
    onChange: (now) => {
      const offset = now.scrollOffset ?? 0;
      onRange(rangeAt(offset, now.scrollRect?.height ?? 0), offset);
    },
  });

  const lastQuestion = useRef(props.question);
  useLayoutEffect(() => {
    if (scroller.current && lastQuestion.current !== props.question) scroller.current.scrollTop = 0;
    lastQuestion.current = props.question;
  }, [props.question]);
  const toStart = useEffectEvent(({ index, offsetPx }: NonNullable<Props['start']>) => {
    const box = scroller.current;
    // A link's row is shown in the middle, with as much below it as above.
    if (box) box.scrollTop = offsetPx ?? offsets.start(index) - box.clientHeight / 2;
  });
  useLayoutEffect(() => {
    if (start) toStart(start);
  }, [start]);

  // The visible range changes with the rows too, not only by scrolling.
  const reportRange = useEffectEvent(() => {
    const box = scroller.current;
    if (count === 0) onRange({ first: 0, last: -1 }, 0);
    else if (box) onRange(rangeAt(box.scrollTop, box.clientHeight), box.scrollTop);
  });
  useLayoutEffect(() => reportRange(), [count, offsets]);

  // Sizes that were measured before are wrong once the row heights change.
  const measured = useRef(offsets);
  useLayoutEffect(() => {
    if (measured.current !== offsets) virtual.measure();
    measured.current = offsets;
  }, [virtual, offsets]);

  // Rows that appear or disappear above it do not move the row under the cursor.
  const lastView = useRef({ rows, cursor, start: offsets.start(cursor) });
  useLayoutEffect(() => {
    const before = lastView.current;
    const start = offsets.start(cursor);
    lastView.current = { rows, cursor, start };
    const box = scroller.current;
    if (!box || before.rows === rows || rows[cursor]?.id !== before.rows[before.cursor]?.id) return;
    const inSight = before.start >= box.scrollTop && before.start < box.scrollTop + box.clientHeight;
    if (inSight && before.cursor !== cursor) box.scrollTop += start - before.start;
  }, [rows, cursor, offsets]);

  useImperativeHandle(
    props.ref,
    () => ({
      focus: () => scroller.current?.focus(),
      pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headPx) / rowPx) - 1),
      reveal: (index) => {
        const box = scroller.current;
        if (!box) return;
        const top = offsets.start(index);
        const bottom = top + offsets.size(index) - (box.clientHeight - headPx);
        if (top < box.scrollTop) box.scrollTop = top;
        else if (bottom > box.scrollTop) box.scrollTop = bottom;
      },
    }),
    [rowPx, headPx, offsets],
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
          widths={props.widths}
          selection={props.selection}
        />
      </div>
      <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const row = rows[index];
          const day = days.get(index);
          const rowProps = { look, index, top: start + size - rowPx, height: rowPx, isCursor: index === cursor };
          if (!row) return <SkeletonRow key={index} {...rowProps} />;
          return (
            <Fragment key={row.id}>
              {day !== undefined && <DayRow day={day} top={start} />}
              <GridRow
                {...rowProps}
                row={row}
                isSelected={props.selected.has(row.id)}
                isStale={props.isStale}
                pending={props.pendingActions.get(row.id)}
              />
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}

const DayRow = ({ day, top }: { day: string; top: number }) => (
  <div role="row" className={styles.day} style={{ height: DAY_PX, transform: `translateY(${top}px)` }}>
    <span role="rowheader">{day}</span>
  </div>
);
