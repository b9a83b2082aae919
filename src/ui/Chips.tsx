import type { ReactNode } from 'react';
import { visibleLine } from '../lib/visibleText.ts';
import styles from './Chips.module.css';
import { cx } from './plain/cx.ts';
import { Icon } from './plain/Icon.tsx';
import { tip } from './plain/tip.ts';

type LabelChipProps = {
  name: string;
  value: string;
  /** It is part of the current filter. */
  selected?: boolean;
  onPick?: (() => void) | undefined;
  /** A kind and a name, read out and copied with a colon. */
  colon?: boolean;
};

/**
 * A label of a resource. With `onPick` it is a button that filters. It is not a tab stop, because lists have keys for
 * that.
 */
export function LabelChip({ name, value, selected, onPick, colon }: LabelChipProps) {
  const text = (
    <>
      <span className={styles.key}>{visibleLine(name)}</span>
      {colon && <span className="vh">: </span>}
      <span className="cut" title={onPick ? undefined : visibleLine(value)}>
        {visibleLine(value)}
      </span>
    </>
  );
  const look = cx(styles.label, selected && styles.selected);
  if (!onPick) return <span className={look}>{text}</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={cx(look, styles.pick)}
      {...tip(visibleLine(`${name}: ${value}, filter by this label`), { named: true })}
      onClick={(event) => {
        event.stopPropagation();
        onPick();
      }}
    >
      {text}
    </button>
  );
}

/** A value without a name: a role, a login. */
export const Chip = ({ children, selected }: { children: string; selected?: boolean }) => (
  <span className={cx(styles.label, selected && styles.selected)} title={visibleLine(children)}>
    <span className="cut">{visibleLine(children)}</span>
  </span>
);

type PredicateChipProps = {
  field: string;
  /** `=`, `≠`, `~` */
  operator: string;
  value: string;
  onEdit?: () => void;
  onRemove: () => void;
};

/** One condition of a query. */
export function PredicateChip({ field, operator, value, onEdit, onRemove }: PredicateChipProps) {
  const text = (
    <>
      {field}
      <span className={styles.operator}>{operator}</span>
      <span className="cut">{visibleLine(value)}</span>
    </>
  );
  return (
    <span className={styles.predicate} title={visibleLine(`${field} ${operator} ${value}`)}>
      {onEdit ? (
        <button type="button" className={styles.condition} onClick={onEdit}>
          {text}
        </button>
      ) : (
        <span className={styles.condition}>{text}</span>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove ${field} ${operator} ${value}`}
        onClick={onRemove}
      >
        <Icon name="x" size={12} />
      </button>
    </span>
  );
}

/** A short outlined label: `root`, `v6`, `2 errors`. */
export const Tag = ({ children, danger }: { children: ReactNode; danger?: boolean }) => (
  <span className={cx(styles.tag, danger && styles.danger)}>{children}</span>
);
