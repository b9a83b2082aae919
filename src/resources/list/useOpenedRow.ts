import { useEffect } from 'react';
import { useNewest } from '../useNewest.ts';
import type { ListModel } from './useListModel.ts';

/**
 * The row that the address names, for the panel beside the list: `row` undefined where the list does not show it, and
 * the ways to its neighbours. The keys of the list go on from the row that is open.
 */
export function useOpenedRow({ rows, opened, cursor, actions }: ListModel) {
  const index = rows.findIndex((row) => row.id === opened);
  const isListed = index >= 0;
  const newest = useNewest({ index, cursor });
  useEffect(() => {
    if (isListed) newest.current.cursor.move(newest.current.index);
  }, [opened, isListed, newest]);
  const stepTo = (to: number) => {
    const next = rows[to];
    return isListed && next ? () => actions.open(next) : undefined;
  };
  return { row: rows[index], onStep: { previous: stepTo(index - 1), next: stepTo(index + 1) } };
}
