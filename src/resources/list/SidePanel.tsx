import { useEffect } from 'react';
import type { Row } from '../../descriptors/row.ts';
import type { RowChoice } from '../actions/rowChoices.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import { createSheets } from '../sheets/createSheets.ts';
import { useNewest } from '../useNewest.ts';
import type { ListModel } from './useListModel.ts';

const createSheet = lazyComponent(() => import('../forms/CreateSheet.tsx'), { what: 'The form', look: 'over' });
const editSheet = lazyComponent(() => import('../forms/EditSheet.tsx'), { what: 'The form', look: 'over' });

type Props = { model: ListModel; runOn: (choice: RowChoice, row: Row) => void };

/** The row that the address names, or a new one, beside the list. */
export function SidePanel({ model, runOn }: Props) {
  const { resource, name, opened, rows, cursor, actions } = model;
  const index = rows.findIndex((row) => row.id === opened);
  // The keys of the list go on from the row that is open.
  const newest = useNewest({ index, cursor });
  const isListed = index >= 0;
  useEffect(() => {
    if (isListed) newest.current.cursor.move(newest.current.index);
  }, [opened, isListed, newest]);
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
  const row = rows[index] ?? { id: opened };
  const goTo = (to: number) => {
    const next = rows[to];
    if (index < 0 || !next) return undefined;
    return () => actions.open(next);
  };
  return (
    <editSheet.Part
      key={opened}
      resource={resource}
      name={name}
      row={row}
      choicesOf={(loaded) => actions.choicesOf(loaded).filter(({ id }) => id !== 'open')}
      run={runOn}
      onClose={actions.close}
      onStep={{ previous: goTo(index - 1), next: goTo(index + 1) }}
    />
  );
}
