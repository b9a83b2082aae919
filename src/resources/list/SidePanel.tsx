import type { Row } from '../../descriptors/row.ts';
import type { RowChoice } from '../actions/rowChoices.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import { createSheets } from '../sheets/createSheets.ts';
import type { ListModel } from './useListModel.ts';
import { useOpenedRow } from './useOpenedRow.ts';

const createSheet = lazyComponent(() => import('../forms/CreateSheet.tsx'), { what: 'The form', look: 'over' });
const editSheet = lazyComponent(() => import('../forms/EditSheet.tsx'), { what: 'The form', look: 'over' });

type Props = { model: ListModel; runOn: (choice: RowChoice, row: Row) => void };

/** The row that the address names, or a new one, beside the list. */
export function SidePanel({ model, runOn }: Props) {
  const { resource, name, opened, actions } = model;
  const { row, onStep } = useOpenedRow(model);
  const hasForm = resource.form !== undefined;
  usePrefetch(createSheet.fetch, hasForm);
  usePrefetch(editSheet.fetch, hasForm);
  const Sheet = createSheets[resource.creates?.sheet ?? ''];
  if (opened === 'new' && Sheet) {
    if (!resource.may.create.ok) return null;
    return <Sheet name={name} onClose={actions.close} />;
  }
  if (opened === undefined || !resource.form) return null;
  if (opened === 'new') {
    const { created } = resource.form;
    const onCreated = (row: Row) => {
      actions.open(row);
      if (created !== undefined) actions.setOverlay({ kind: 'dialog', name: created, row });
    };
    if (!resource.may.create.ok) return null;
    return <createSheet.Part resource={resource} name={name} onClose={actions.close} onCreated={onCreated} />;
  }
  return (
    <editSheet.Part
      key={opened}
      resource={resource}
      name={name}
      row={row ?? { id: opened }}
      choicesOf={(loaded) => actions.choicesOf(loaded).filter(({ id }) => id !== 'open')}
      run={runOn}
      onClose={actions.close}
      onStep={onStep}
    />
  );
}
