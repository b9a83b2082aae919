import { useMemo, type ReactNode } from 'react';
import type { Histogram as Declared } from '../../descriptors/model/listModel.ts';
import type { Row } from '../../descriptors/row.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import type { ListModel } from '../list/useListModel.ts';
import styles from './Histogram.module.css';

const histogram = lazyComponent(() => import('./Histogram.tsx'), { name: 'The histogram', look: 'line' });

/** Reserves its place. */
const reserveRoom = (standIn: ReactNode) => <div className={styles.histogram}>{standIn}</div>;

/** The time of the oldest row. */
function oldestMs(rows: readonly Row[], { time }: Declared): number | undefined {
  const times = rows.flatMap((row) => (row[time] instanceof Date ? row[time].getTime() || [] : []));
  return times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : undefined;
}

/**
 * The histogram of a list that declares one, over the rows that match its filter. Nothing is counted for a list that is
 * not loaded.
 */
export function ListHistogram({ model: { resource, list, state, listState, setSpan } }: { model: ListModel }) {
  const declared = resource.list.histogram;
  const { everything, bounds } = list;
  const loadedFromMs = useMemo(
    () => (declared && everything.hasMore && everything.rows ? oldestMs(everything.rows, declared) : undefined),
    [declared, everything.hasMore, everything.rows],
  );
  if (!declared || !bounds || listState === 'forbidden' || listState === 'failed') return null;
  return (
    <histogram.Part
      around={reserveRoom}
      histogram={declared}
      rows={list.found}
      bounds={bounds}
      counted={list.range?.bars}
      loadedFromMs={list.range?.bars ? undefined : loadedFromMs}
      span={state.span}
      onSpan={setSpan}
    />
  );
}
