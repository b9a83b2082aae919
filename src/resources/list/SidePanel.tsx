import { useEffect, useEffectEvent, type ComponentType } from 'react';
import type { Row } from '../../descriptors/row.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import type { Details } from '../../descriptors/model/detailsModel.ts';
import type { RowChoice } from '../actions/rowChoices.ts';
import type { ListModel } from './useListModel.ts';

const createSheet = lazyComponent(() => import('../forms/CreateSheet.tsx'), { name: 'The form', look: 'over' });
const editSheet = lazyComponent(() => import('../forms/EditSheet.tsx'), { name: 'The form', look: 'over' });

const detailsSheet = lazyComponent(() => import('../details/DetailsSheet.tsx'), { name: 'The details', look: 'over' });

/**
 * Panels that descriptors name in `creates`, for resources that a form of fields does not suit. They get the list's
 * name, which is also its address.
 */
const createSheets: Readonly<Record<string, ComponentType<{ name: string; onClose: () => void }>>> = {
  newLock: lazyComponent(() => import('../locks/NewLockSheet.tsx'), { name: 'The form', look: 'over' }).Part,
};

type Reveal = (index: number) => void;
type Props = { model: ListModel; runOn: (choice: RowChoice, row: Row) => void; reveal: Reveal };

/** The form of the row that the address names, or of a new row, beside the list. */
export function SidePanel({ model, runOn, reveal }: Props) {
  const { resource, name, opened, isNew, actions } = model;
  const { row, onStep } = useOpenedRow(model, reveal);
  const hasForm = resource.form !== undefined;
  usePrefetch(createSheet.fetch, hasForm);
  usePrefetch(editSheet.fetch, hasForm);
  const Sheet = createSheets[resource.creates?.sheet ?? ''];
  if (isNew && Sheet) {
    if (!resource.may.create.ok) return null;
    return <Sheet name={name} onClose={actions.close} />;
  }
  if (opened === undefined || !resource.form) return null;
  const { created } = resource.form;
  const onCreated = (made: Row) => {
    actions.open(made);
    if (created !== undefined) actions.setOverlay({ kind: 'dialog', name: created, row: made });
  };
  if (isNew) {
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
      onCreated={onCreated}
      onClose={actions.close}
      onStep={onStep}
    />
  );
}

type DetailsSidePanelProps = {
  model: ListModel;
  details: Details;
  run: (choice: RowChoice, row: Row) => void;
  reveal: Reveal;
};

/** The details of the row that the address names, beside its list. */
export function DetailsSidePanel({ model, details, run, reveal }: DetailsSidePanelProps) {
  const { list, opened, actions } = model;
  const { row, onStep } = useOpenedRow(model, reveal);
  usePrefetch(detailsSheet.fetch);

  if (opened === undefined || !list.feed.rows) return null;
  return (
    <detailsSheet.Part
      model={model}
      details={details}
      // A filter that hides the row does not close its panel.
      row={row ?? list.feed.rows.find(({ id }) => id === opened)}
      run={run}
      onClose={actions.close}
      onStep={onStep}
    />
  );
}

/**
 * The row that the address names, for the panel beside the list, and the links to its neighbours. `row` is undefined if
 * the list does not show it. The keys of the list continue from the open row, which is scrolled into view.
 */
function useOpenedRow({ rows, opened, cursor, actions }: ListModel, reveal: Reveal) {
  const index = rows.findIndex((row) => row.id === opened);
  const isListed = index >= 0;
  const moveCursor = useEffectEvent(() => {
    cursor.move(index);
    reveal(index);
  });
  useEffect(() => {
    if (isListed) moveCursor();
  }, [opened, isListed]);
  const stepTo = (to: number) => {
    const next = rows[to];
    return isListed && next ? () => actions.open(next) : undefined;
  };
  return { row: rows[index], onStep: { previous: stepTo(index - 1), next: stepTo(index + 1) } };
}
