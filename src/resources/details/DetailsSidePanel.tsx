import type { Details } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import type { RowChoice } from '../actions/rowChoices.ts';
import type { ListModel } from '../list/useListModel.ts';
import { useOpenedRow } from '../list/useOpenedRow.ts';

const sheet = lazyComponent(() => import('./DetailsSheet.tsx'), { what: 'The details', look: 'over' });

type Props = { model: ListModel; details: Details; run: (choice: RowChoice, row: Row) => void };

/** The row that the address names, beside its list. */
export function DetailsSidePanel({ model, details, run }: Props) {
  const { list, opened, actions } = model;
  const { row, onStep } = useOpenedRow(model);
  usePrefetch(sheet.fetch);

  if (opened === undefined || !list.feed.rows) return null;
  return (
    <sheet.Part
      model={model}
      details={details}
      // A filter that hides the row does not close it.
      row={row ?? list.feed.rows.find(({ id }) => id === opened)}
      run={run}
      onClose={actions.close}
      onStep={onStep}
    />
  );
}
