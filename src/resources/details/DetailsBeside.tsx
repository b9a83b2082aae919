import { useEffect } from 'react';
import type { Details } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import type { RowChoice } from '../actions/rowChoices.ts';
import type { ListModel } from '../list/useListModel.ts';
import { useNewest } from '../useNewest.ts';

const sheet = lazyComponent(() => import('./DetailsSheet.tsx'), { what: 'The details', look: 'over' });

type Props = { model: ListModel; details: Details; run: (choice: RowChoice, row: Row) => void };

/** The row that the address names, beside its list. */
export function DetailsBeside({ model, details, run }: Props) {
  const { rows, list, opened, cursor, actions } = model;
  const index = rows.findIndex((row) => row.id === opened);
  // The keys of the list go on from the row that is open.
  const newest = useNewest({ index, cursor });
  const isListed = index >= 0;
  useEffect(() => {
    if (isListed) newest.current.cursor.move(newest.current.index);
  }, [opened, isListed, newest]);
  usePrefetch(sheet.fetch);

  if (opened === undefined || !list.feed.rows) return null;
  const goTo = (to: number) => {
    const next = rows[to];
    return isListed && next ? () => actions.open(next) : undefined;
  };
  return (
    <sheet.Part
      model={model}
      details={details}
      // A filter that hides the row does not close it.
      row={rows[index] ?? list.feed.rows.find((row) => row.id === opened)}
      run={run}
      onClose={actions.close}
      onStep={{ previous: goTo(index - 1), next: goTo(index + 1) }}
    />
  );
}
