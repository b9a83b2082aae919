import { Check } from '../../ui/Check.tsx';
import type { CheckState } from '../../ui/Check.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import type { Column } from './columns.ts';
import styles from './Grid.module.css';
import type { Sort } from './listState.ts';

type Props = {
  columns: readonly Column[];
  tracks: string;
  sort: Sort;
  onSort: (field: string) => void;
  /** Absent where rows cannot be chosen. */
  selection?: { state: CheckState; onToggle: () => void } | undefined;
};

function Heading({ column, sort, onSort }: { column: Column } & Pick<Props, 'sort' | 'onSort'>) {
  if (column.kind === 'label')
    return (
      <div role="columnheader" className={styles.heading} title={column.name}>
        <span className="mono cut">{column.name}</span>
      </div>
    );
  const { field } = column;
  if (!field.sort)
    return (
      <div role="columnheader" className={styles.heading}>
        <span className="cut">{field.label}</span>
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
    </div>
  );
}

/** Names of the columns; a click sorts, another turns the order round. */
export const GridHead = ({ columns, tracks, sort, onSort, selection }: Props) => (
  <div role="row" aria-rowindex={1} className={styles.head} style={{ gridTemplateColumns: tracks }}>
    <div role="columnheader" className={styles.heading}>
      {selection ? (
        <Check state={selection.state} label="Select all rows that are loaded" onChange={selection.onToggle} />
      ) : (
        <span className="vh">Kind</span>
      )}
    </div>
    {columns.map((column) => (
      <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
    ))}
    <div role="columnheader" className={styles.heading}>
      <span className="vh">Actions</span>
    </div>
  </div>
);
