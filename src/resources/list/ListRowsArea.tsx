import type { Ref } from 'react';
import type { Row } from '../../descriptors/row.ts';
import type { PendingRowAction } from '../actions/RowActionCell.tsx';
import { useAfter } from '../useAfter.ts';
import { noDays } from '../window/days.ts';
import { pluralName } from '../resourceMessages.ts';
import { Grid, type GridHandle, type Range } from './Grid.tsx';
import type { RowRenderers } from './GridRow.tsx';
import { sortBy } from './listParams.ts';
import type { ListModel } from './useListModel.ts';

const SKELETON_AFTER_MS = 400;
/** Most answers arrive sooner. Rows that dim at every key would flicker. */
const STALE_AFTER_MS = 600;
const SKELETON_ROWS = 24;
const none: readonly Row[] = [];

type Props = {
  model: ListModel;
  look: RowRenderers;
  rowPx: number;
  pendingActions: ReadonlyMap<string, PendingRowAction>;
  onRange: (range: Range, offsetPx: number) => void;
  gridRef: Ref<GridHandle>;
};

/** Head and rows; only the head while no row matches. */
export function ListRowsArea({ model, look, rowPx, pendingActions, onRange, gridRef }: Props) {
  const { resource, listState, list, rows, cursor, selection, state, change, start, question } = model;
  const isLoading = listState === 'loading';
  const isOld = useAfter(STALE_AFTER_MS, list.freshness === 'previous') || list.feed.error !== undefined;
  const skeletons = useAfter(SKELETON_AFTER_MS, isLoading) ? SKELETON_ROWS : 0;
  const showsRows = listState === 'rows';
  return (
    <Grid
      ref={gridRef}
      label={pluralName(resource)}
      look={look}
      rowPx={rowPx}
      rows={showsRows ? rows : none}
      count={showsRows ? list.count : skeletons}
      cursor={showsRows ? cursor.index : -1}
      selected={selection.ids}
      pendingActions={pendingActions}
      isStale={isOld}
      isBusy={isLoading}
      sort={state.sort}
      widths={model.widths}
      onSort={(field) => change({ ...state, sort: sortBy(state.sort, field) })}
      selection={
        look.selectable
          ? {
              state: selection.coverage,
              onToggle: () => (selection.coverage === 'off' ? selection.choose(rows) : selection.clear()),
            }
          : undefined
      }
      onRange={onRange}
      question={question}
      days={showsRows ? model.days : noDays}
      start={showsRows ? start : undefined}
    />
  );
}
