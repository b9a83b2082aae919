import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { visibleLine } from '../../../lib/visibleText.ts';
import { copyWithToast } from '../../../ui/copyWithToast.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import type { Cell, Column } from '../../../wire/query/messages.ts';
import { WidthGrip } from '../../list/GridHead.tsx';
import { HEAD_PX } from '../../list/listParams.ts';
import type { ResultSet } from '../session/queryState.ts';
import { cellView, copiedName, copiedText, isCut } from './cellText.ts';
import grid from '../../list/Grid.module.css';
import styles from './ResultGrid.module.css';
import { shownOrder, type ResultSort } from './sortRows.ts';

const ROW_PX = 28;
const OVERSCAN = 8;
const [WIDTH_MIN, WIDTH_START_MAX, WIDTH_MAX] = [56, 340, 1200];
const CHAR_PX = 7.6;
const WIDTH_STEP = 24;
/** How many rows decide the initial width of a column. */
const SAMPLE = 40;

export type CellPosition = { row: number; column: number };

type KeyActions = Partial<Record<string, () => void>>;

type Props = {
  label: string;
  result: ResultSet;
  /** The cell whose value is shown. The index of the row is that in the server's order, as in the callbacks. */
  opened: CellPosition | undefined;
  onOpen: (cell: CellPosition) => void;
  onCursor: (cell: CellPosition) => void;
  sort: ResultSort | undefined;
  onSort: (sort: ResultSort | undefined) => void;
};

const GRIP_TITLE = 'Drag to resize, double-click to fit. Keys: Alt+← and Alt+→, Alt+Enter';

/** Wide enough for these cells of a column and for its head. */
function fittingWidth({ name, kind }: Column, cells: readonly (Cell | undefined)[]): number {
  const lengths = cells.map((cell) => {
    const { text, more = '' } = cellView(cell);
    return text.length + more.length;
  });
  const longest = Math.max(name.length + 3, kind === 'binary' ? 18 : 4, ...lengths);
  return limitWidth(Math.round(longest * CHAR_PX + 18));
}

const limitWidth = (px: number): number => Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, px));

function startWidth(column: Column, index: number, { rows, rowCount }: ResultSet): number {
  const cells = rows.slice(0, Math.min(SAMPLE, rowCount)).map((row) => row[index]);
  return Math.min(WIDTH_START_MAX, fittingWidth(column, cells));
}

const copyValue = (cell: Cell | undefined) => void copyWithToast(copiedText(cell), copiedName(cell));

const cellId = (row: number, column: number): string => `result-${row}-${column}`;

/** Rows of a result set. It is one tab stop, and only the visible rows and columns are in the document. */
export function ResultGrid({ label, result, opened, onOpen, onCursor, sort, onSort }: Props) {
  const { columns, rows, rowCount } = result;
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<CellPosition>({ row: 0, column: 0 });
  const [widths, setWidths] = useState<Readonly<Record<number, number>>>({});
  const hasRows = rowCount > 0;
  // The first rows decide. Later ones do not change the widths.
  const starts = useMemo(
    () => columns.map((column, index) => startWidth(column, index, result)),
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [columns, hasRows],
  );
  const order = useMemo(() => shownOrder({ columns, rows, rowCount }, sort), [columns, rows, rowCount, sort]);
  const widthOf = (index: number): number => widths[index] ?? starts[index] ?? WIDTH_MIN;
  const rowAt = (row: number): number => order?.[row] ?? row;
  // In another order the cursor stays on the shown value.
  const openedAt = opened && order ? order.indexOf(opened.row) : opened?.row;
  if (openedAt !== undefined && openedAt !== cursor.row) setCursor({ ...cursor, row: openedAt });

  // Their results are used in this render only. No child stores them.
  const vertical = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_PX,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: widthOf,
    overscan: 2,
  });
  useEffect(() => across.measure(), [across, widths, starts]);

  const move = (row: number, column: number) => {
    const to = {
      row: Math.max(0, Math.min(row, rowCount - 1)),
      column: Math.max(0, Math.min(column, columns.length - 1)),
    };
    setCursor(to);
    onCursor({ row: rowAt(to.row), column: to.column });
    vertical.scrollToIndex(to.row);
    across.scrollToIndex(to.column);
  };
  const valueAt = (at: CellPosition): Cell | undefined => rows[rowAt(at.row)]?.[at.column];
  const copyRow = () => {
    const row = rows[rowAt(cursor.row)] ?? [];
    const cells = row.map((cell) => copiedText(cell).replaceAll(/[\t\r\n]/g, ' '));
    const cut = row.filter(isCut).length;
    void copyWithToast(cells.join('\t'), cut === 0 ? 'Row' : `Row with ${plural(cut, 'cut value')}`);
  };
  const setWidth = (index: number, px: number) => setWidths({ ...widths, [index]: limitWidth(px) });
  const widen = (by: number) => setWidth(cursor.column, widthOf(cursor.column) + by);
  /** Fits the width to the visible rows. */
  const fit = (index: number) => {
    const column = columns[index];
    const inSight = vertical.getVirtualItems().map((row) => rows[rowAt(row.index)]?.[index]);
    if (column) setWidth(index, fittingWidth(column, inSight));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const run = keyActions(event);
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const keyActions = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => void) | undefined => {
    const { row, column } = cursor;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_PX) / ROW_PX) - 1);
    const withAlt: KeyActions = {
      ArrowRight: () => widen(WIDTH_STEP),
      ArrowLeft: () => widen(-WIDTH_STEP),
      Enter: () => fit(column),
    };
    const withCtrl: KeyActions = {
      c: shiftKey ? copyRow : () => copyValue(valueAt(cursor)),
      home: () => move(0, 0),
      end: () => move(rowCount - 1, columns.length - 1),
    };
    const alone: KeyActions = {
      ArrowDown: () => move(row + 1, column),
      ArrowUp: () => move(row - 1, column),
      ArrowRight: () => move(row, column + 1),
      ArrowLeft: () => move(row, column - 1),
      PageDown: () => move(row + page, column),
      PageUp: () => move(row - page, column),
      Home: () => move(row, 0),
      End: () => move(row, columns.length - 1),
      Enter: () => hasRows && onOpen({ row: rowAt(row), column }),
    };
    if (altKey) return withAlt[key];
    return ctrlKey || metaKey ? withCtrl[key.toLowerCase()] : alone[key];
  };
  const nextSort = (column: number) =>
    onSort(
      sort?.column !== column ? { column, order: 'ASC' } : sort.order === 'ASC' ? { column, order: 'DESC' } : undefined,
    );

  const seen = across.getVirtualItems();
  const width = across.getTotalSize();
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+Enter"
      aria-activedescendant={hasRows ? cellId(cursor.row, cursor.column) : undefined}
      className={styles.scroller}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={styles.headGroup} style={{ width }}>
        <div role="row" aria-rowindex={1} className={styles.head}>
          {seen.map(({ index, start, size }) => {
            const column = columns[index];
            if (!column) return null;
            const sorted = sort?.column === index ? sort.order : undefined;
            return (
              <div
                key={index}
                role="columnheader"
                aria-colindex={index + 1}
                aria-sort={sorted === undefined ? 'none' : sorted === 'ASC' ? 'ascending' : 'descending'}
                className={cx(styles.heading, column.kind === 'number' && styles.number)}
                style={{ left: start, width: size }}
              >
                <button
                  type="button"
                  className={grid.sorter}
                  title={`${visibleLine(column.name)} · ${visibleLine(column.type)}`}
                  onClick={() => nextSort(index)}
                >
                  <bdi className="cut">{visibleLine(column.name)}</bdi>
                  {sorted && <Icon name={sorted === 'ASC' ? 'arrow-up' : 'arrow-down'} size={12} />}
                </button>
                <WidthGrip
                  title={GRIP_TITLE}
                  onWidth={(px) => (px === undefined ? fit(index) : setWidth(index, px))}
                  onDone={() => undefined}
                />
              </div>
            );
          })}
        </div>
      </div>
      <div role="rowgroup" className={styles.rows} style={{ height: vertical.getTotalSize(), width }}>
        {vertical.getVirtualItems().map(({ index, start }) => {
          const row = rows[rowAt(index)];
          return (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className={cx(styles.row, index === cursor.row && styles.cursorRow)}
              style={{ transform: `translateY(${start}px)`, height: ROW_PX }}
            >
              {seen.map((at) => (
                <ResultCell
                  key={at.index}
                  id={cellId(index, at.index)}
                  index={at.index}
                  cell={row?.[at.index]}
                  column={columns[at.index]}
                  isCursor={index === cursor.row && at.index === cursor.column}
                  style={{ left: at.start, width: at.size }}
                  onPick={() => move(index, at.index)}
                  onOpen={() => onOpen({ row: rowAt(index), column: at.index })}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

type CellProps = {
  id: string;
  index: number;
  cell: Cell | undefined;
  column: Column | undefined;
  isCursor: boolean;
  style: CSSProperties;
  onPick: () => void;
  onOpen: () => void;
};

const BOOLEANS: Readonly<Record<string, string>> = { t: 'true', f: 'false' };

function ResultCell({ id, index, cell, column, isCursor, style, onPick, onOpen }: CellProps) {
  const { look, text, more } = cellView(cell);
  const kind = column?.kind ?? 'text';
  const shownText = kind === 'boolean' && look === 'text' ? (BOOLEANS[text] ?? text) : text;
  return (
    // The grid handles the keys and acts on the cell under the cursor.
    <div
      id={id}
      role="gridcell"
      aria-colindex={index + 1}
      aria-selected={isCursor}
      className={cx(styles.cell, look === 'text' ? styles[kind] : styles[look], isCursor && styles.cursor)}
      style={style}
      onClick={onPick}
      onDoubleClick={onOpen}
    >
      <bdi className={styles.text}>{shownText}</bdi>
      {more !== undefined && <span className={styles.more}>{more}</span>}
    </div>
  );
}
