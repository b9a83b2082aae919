import { useRef, type PointerEvent } from 'react';
import { Check, type CheckState } from '../../ui/Check.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import type { Column } from './columns.ts';
import type { ColumnWidths } from './columnWidths.ts';
import styles from './Grid.module.css';
import type { Sort } from './listParams.ts';

type Props = {
  columns: readonly Column[];
  tracks: string;
  sort: Sort;
  onSort: (field: string) => void;
  widths: ColumnWidths;
  /** Absent where rows cannot be selected. */
  selection?: { state: CheckState; onToggle: () => void } | undefined;
};

type HeadingProps = { column: Column } & Pick<Props, 'sort' | 'onSort' | 'widths'>;

function Heading({ column, sort, onSort, widths }: HeadingProps) {
  const grip = <WidthGrip onWidth={(px) => widths.set(column.id, px)} onDone={widths.keep} />;
  if (column.kind === 'label')
    return (
      <div role="columnheader" className={styles.heading} title={column.name}>
        <span className="mono cut">{column.name}</span>
        {grip}
      </div>
    );
  const { field } = column;
  if (!field.sort)
    return (
      <div role="columnheader" className={styles.heading}>
        <span className="cut">{field.label}</span>
        {grip}
      </div>
    );
  const sorted = sort.field === field.source;
  const descending = sort.order === 'DESC';
  return (
    <div
      role="columnheader"
      className={styles.heading}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className={cx(styles.sorter, sorted && styles.sorted)} onClick={() => onSort(field.source)}>
        <span className="cut">{field.label}</span>
        {sorted && <Icon name={descending ? 'arrow-down' : 'arrow-up'} size={12} />}
      </button>
      {grip}
    </div>
  );
}

/** Names of the columns. A click sorts, another click reverses the order. */
export const GridHead = ({ columns, tracks, sort, onSort, widths, selection }: Props) => (
  <div role="row" aria-rowindex={1} className={styles.head} style={{ gridTemplateColumns: tracks }}>
    <div role="columnheader" className={styles.heading}>
      {selection ? (
        <Check state={selection.state} label="Select all loaded rows" onChange={selection.onToggle} />
      ) : (
        <span className="vh">Icon</span>
      )}
    </div>
    {columns.map((column) => (
      <Heading key={column.id} column={column} sort={sort} onSort={onSort} widths={widths} />
    ))}
    <div role="columnheader" className={styles.heading}>
      <span className="vh">Actions</span>
    </div>
  </div>
);

type WidthGripProps = {
  title?: string;
  /** `undefined`: as declared, or as the cells need. */
  onWidth: (px: number | undefined) => void;
  onDone: () => void;
};

/**
 * The edge of a column head. Dragging it changes the width. After a double click `onWidth` gets `undefined`. The column
 * menu does it with keys.
 */
export function WidthGrip({ title, onWidth, onDone }: WidthGripProps) {
  const from = useRef<{ x: number; widthPx: number }>(undefined);
  const end = () => {
    if (from.current) onDone();
    from.current = undefined;
  };
  return (
    <span
      className={styles.grip}
      title={title}
      aria-hidden
      onPointerDown={(event: PointerEvent<HTMLSpanElement>) => {
        const head = event.currentTarget.parentElement;
        if (!head || event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, widthPx: head.offsetWidth };
      }}
      onPointerMove={(event) => {
        if (from.current) onWidth(from.current.widthPx + event.clientX - from.current.x);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => {
        onWidth(undefined);
        onDone();
      }}
    />
  );
}
