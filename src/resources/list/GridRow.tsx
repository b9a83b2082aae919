import { memo, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { Check } from '../../ui/Check.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { PendingRowAction } from '../actions/RowActionCell.tsx';
import { iconNamed } from '../iconNamed.ts';
import { FieldCell } from '../cells/FieldCell.tsx';
import type { CellContext } from '../cells/cells.tsx';
import { labelOf, type Column } from './columns.ts';
import styles from './Grid.module.css';

/** What the user can do with a row. One object for all rows, the same from render to render. */
export type RowHandlers = {
  toggle: (id: string, extending: boolean) => void;
  press: (event: MouseEvent, row: Row, index: number) => void;
  /** A right click opens all actions of the row, at the pointer. */
  menu: (event: MouseEvent, row: Row, index: number) => void;
  more: (anchor: Element, row: Row, column: Column) => void;
  action: (row: Row, pending: PendingRowAction | undefined) => ReactNode;
  /** The address of the row's own page; undefined if it has none. */
  href: (row: Row) => string | undefined;
};

export type RowRenderers = {
  resource: Restricted;
  columns: readonly Column[];
  tracks: string;
  selectable: boolean;
  phone: boolean;
  cell: CellContext;
  /** Rows are grouped by day according to this field. */
  dayField: string | undefined;
  handlers: RowHandlers;
};

type Props = {
  look: RowRenderers;
  row: Row;
  index: number;
  top: number;
  height: number;
  isCursor: boolean;
  isSelected: boolean;
  isStale: boolean;
  pending: PendingRowAction | undefined;
};

const isChips = (column: Column): boolean =>
  column.kind === 'field' && (column.field.kind === 'labels' || column.field.kind === 'chips');

function Value({ column, row, look }: { column: Column; row: Row; look: RowRenderers }) {
  if (column.kind === 'label') {
    const value = labelOf(look.resource, row, column.name);
    if (value === undefined) return <span className="t3">–</span>;
    return (
      <span className="cut" title={value}>
        {value}
      </span>
    );
  }
  const onMore = (anchor: Element) => look.handlers.more(anchor, row, column);
  const underDay = look.dayField === column.field.source;
  return <FieldCell field={column.field} row={row} context={{ ...look.cell, onMore, underDay, brief: look.phone }} />;
}

/** A tile with the first letter of a name, or an icon. */
function RowMark({ mark }: { mark: { icon: string } | { letter: string } }) {
  const icon = 'icon' in mark ? iconNamed(mark.icon) : undefined;
  const letter = 'letter' in mark ? Array.from(mark.letter)[0] : undefined;
  return (
    <span className={styles.mark} aria-hidden>
      {icon ? <Icon name={icon} size={14} /> : letter?.toUpperCase()}
    </span>
  );
}

function Title({ column, row, look }: { column: Column; row: Row; look: RowRenderers }) {
  const href = look.handlers.href(row);
  const mark = look.resource.list.mark?.(row);
  const value = (
    <>
      {mark && <RowMark mark={mark} />}
      <Value column={column} row={row} look={look} />
    </>
  );
  if (href === undefined) return value;
  return (
    <a href={href} tabIndex={-1} className={styles.link}>
      {value}
    </a>
  );
}

/** Two lines on a phone: the name, and what distinguishes the row from its neighbours. */
function PhoneCells({ row, look }: { row: Row; look: RowRenderers }) {
  const { end } = look.resource.list.phone ?? {};
  const [title, ...others] = look.columns;
  const meta = others.filter(({ id }) => id !== end);
  const isSigned = title?.kind === 'field' && title.field.kind === 'sign';
  return (
    <>
      <div role="gridcell" className={cx(styles.cell, styles.name)}>
        {title && <Title column={title} row={row} look={look} />}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.meta, isSigned && styles.underSign)}>
        {meta.map((column) =>
          column.kind === 'label' ? (
            <span key={column.id} className={styles.metaLabel}>
              {labelOf(look.resource, row, column.name) ?? '–'}
            </span>
          ) : (
            <Value key={column.id} column={column} row={row} look={look} />
          ),
        )}
      </div>
    </>
  );
}

export const rowDomId = (index: number): string => `row-${index}`;

export const GridRow = memo(function GridRow(props: Props) {
  const { look, row, index, top, height, isCursor, isSelected, isStale, pending } = props;
  const { resource, columns, selectable, phone, handlers } = look;
  const { bare } = resource.list;
  const end = phone ? columns.find(({ id }) => id === resource.list.phone?.end) : undefined;
  const name = rowTitle(resource, row);
  const style: CSSProperties = { height, transform: `translateY(${top}px)` };
  if (!phone) style.gridTemplateColumns = look.tracks;
  return (
    <div
      role="row"
      id={rowDomId(index)}
      aria-rowindex={index + 2}
      aria-selected={selectable ? isSelected : undefined}
      aria-current={isCursor || undefined}
      className={cx(styles.row, isCursor && styles.cursor, isSelected && styles.selected, isStale && styles.stale)}
      style={style}
      onClick={(event) => handlers.press(event, row, index)}
      onContextMenu={(event) => handlers.menu(event, row, index)}
    >
      {selectable && !phone && (
        <div role="gridcell" className={styles.cell}>
          <Check
            state={isSelected ? 'on' : 'off'}
            label={`Select ${name}`}
            tabIndex={-1}
            onChange={({ shiftKey }) => handlers.toggle(row.id, shiftKey)}
          />
        </div>
      )}
      {!selectable && !phone && bare && <div role="gridcell" />}
      {!selectable && !phone && !bare && (
        <div role="gridcell" className={cx(styles.cell, styles.icon)}>
          <Icon name={iconNamed(resource.list.icon?.(row)) ?? iconNamed(resource.icon) ?? 'dot'} />
        </div>
      )}
      {phone ? (
        <PhoneCells row={row} look={look} />
      ) : (
        columns.map((column, at) => (
          <div
            key={column.id}
            role="gridcell"
            className={cx(styles.cell, at === 0 && styles.name, isChips(column) && styles.chips)}
          >
            {at === 0 ? (
              <Title column={column} row={row} look={look} />
            ) : (
              <Value column={column} row={row} look={look} />
            )}
          </div>
        ))
      )}
      <div role="gridcell" className={cx(styles.cell, styles.action, end && styles.end)} data-row-action>
        {bare && end ? <Value column={end} row={row} look={look} /> : !bare && handlers.action(row, pending)}
      </div>
    </div>
  );
});

/** Widths that look natural: they differ between rows and stay the same for one row. */
const widthOf = (index: number, at: number): number => 48 + ((index * 37 + at * 53) % 72);

type SkeletonRowProps = { look: RowRenderers; index: number; top: number; height: number; isCursor: boolean };

/** A row that is not loaded yet, at its position. */
export function SkeletonRow({ look, index, top, height, isCursor }: SkeletonRowProps) {
  const style: CSSProperties = { height, transform: `translateY(${top}px)` };
  if (!look.phone) style.gridTemplateColumns = look.tracks;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy
      className={cx(styles.row, isCursor && styles.cursor)}
      style={style}
    >
      {!look.phone && <div role="gridcell" className={styles.cell} />}
      {look.columns.slice(0, look.phone ? 2 : undefined).map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          className={cx(styles.cell, look.phone && (at === 0 ? styles.name : styles.meta))}
        >
          <Skeleton width={widthOf(index, at)} />
        </div>
      ))}
    </div>
  );
}
