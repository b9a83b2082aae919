import type { CSSProperties } from 'react';
import { cx } from '../../ui/plain/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { RowRenderers } from './GridRow.tsx';
import styles from './Grid.module.css';

/** Natural widths that differ from row to row and stay the same for one row. */
const widthOf = (index: number, at: number): number => 48 + ((index * 37 + at * 53) % 72);

type Props = { look: RowRenderers; index: number; top: number; height: number; isCursor: boolean };

/** A row that is still to be loaded, at its place. */
export function SkeletonRow({ look, index, top, height, isCursor }: Props) {
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
