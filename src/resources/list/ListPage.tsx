import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';
import { isApiError } from '../../api/errors.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { useMedia, NARROW, PHONE } from '../../ui/useMedia.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import { useStore } from '../../ui/useStore.ts';
import { useWidth } from '../../ui/useWidth.ts';
import { useLatest } from '../useLatest.ts';
import { DetailsSidePanel, SidePanel } from './SidePanel.tsx';
import { FacetPanel } from './FacetPanel.tsx';
import type { GridHandle, Range } from './Grid.tsx';
import { ListFailure, ListPlaceholder } from './ListPlaceholder.tsx';
import styles from './ListPage.module.css';
import { ListRowsArea } from './ListRowsArea.tsx';
import { ROW_PX } from './listParams.ts';
import { LIST_PARTS } from './listState.ts';
import { ListStatus } from './ListStatus.tsx';
import { hintsOf } from './listActions.ts';
import { ListTop } from './ListTop.tsx';
import { savePosition } from './useCursor.ts';
import { useColumns } from './useColumns.ts';
import { useExports } from '../export/useExports.ts';
import { useListCommands } from './useListCommands.ts';
import { useListModel, type ListModel } from './useListModel.ts';
import { usePendingRowActions } from './useRowActions.ts';
import { useRowRenderers } from './useRowRenderers.tsx';
import { useTextSearch } from '../recordings/useTextSearch.ts';

// Needed once there are rows to act on, so it is fetched after them.
const listOverlays = lazyComponent(() => import('./ListOverlays.tsx'), { name: 'The dialog', look: 'over' });
const selectionBar = lazyComponent(() => import('./SelectionBar.tsx'), {
  name: 'The actions for the selection',
  look: 'line',
});
const heldRows = lazyComponent(() => import('../tail/HeldRows.tsx'), { name: undefined });
const textSearchRows = lazyComponent(() => import('../recordings/TextSearchRows.tsx'), { name: 'The search' });
const inSelectionBar = (standIn: ReactNode) => <div className={styles.selectionBar}>{standIn}</div>;

/** The list asks for the next rows when this many loaded rows are left below the view. */
const AHEAD_ROWS = 150;

/** The visible range, kept outside React state because it changes with every frame of a scroll. */
function useVisibleRange(model: ListModel) {
  const [range] = useState(() => new ValueStore<Range>({ first: 0, last: -1 }));
  const offsetPx = useRef(0);
  const { key: entry } = useLocation();
  const newest = useLatest({ model, entry });

  useEffect(
    () => () => {
      const { model: last, entry: at } = newest.current;
      const { index } = last.cursor;
      const chosen = last.selection.rows();
      savePosition(at, { offsetPx: offsetPx.current, index, id: last.rows[index]?.id, chosen });
    },
    [newest],
  );

  const onRange = (next: Range, offset: number) => {
    offsetPx.current = offset;
    newest.current.model.list.tail?.rows.scrolledTo(offset);
    const { first, last } = range.get();
    if (first !== next.first || last !== next.last) range.set(next);
    const { list, rows } = newest.current.model;
    const lastRow = Math.min(next.last + AHEAD_ROWS, list.count - 1);
    if ((list.freshness === 'settled' || list.freshness === 'kept') && rows.length > 0 && lastRow >= rows.length)
      void list.feed.loadThrough(lastRow);
  };
  return { range, onRange };
}

/** The list of one resource: head, query, facets, rows, foot. */
export function ListPage({ resource: declared }: { resource: Resource }) {
  const model = useListModel(declared);
  const { resource, listState, state, list, filters, selection, actions, failure } = model;
  const isPhone = useMedia(PHONE);
  const isNarrow = useMedia(NARROW);

  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const columnsButton = useRef<HTMLButtonElement>(null);
  const area = useRef<HTMLElement>(null);
  const shownColumns = useColumns(resource, state.columns, {
    widthPx: useWidth(area),
    isPhone,
    dayField: model.dayField,
    widths: useStore(model.widths.widths),
  });
  usePrefetch(listOverlays.fetch);
  usePrefetch(selectionBar.fetch);
  const textSearch = useTextSearch(resource);
  const { pendingActions, run: runOn } = usePendingRowActions();
  const look = useRowRenderers({ ...model, runOn: (choice, row) => void runOn(choice, row) }, shownColumns, isPhone);
  const { range, onRange } = useVisibleRange(model);
  const exports = useExports(model);
  const openColumns = () => {
    const anchor = columnsButton.current ?? search.current;
    if (anchor) actions.setOverlay({ kind: 'columns', anchor });
  };
  const keys = useListCommands(model, { grid, search, openColumns });
  const reveal = (index: number) => grid.current?.reveal(index);
  const { hasGrid } = LIST_PARTS[listState];
  return (
    <div className="stack grow fill rel">
      <ListTop
        model={model}
        textSearch={textSearch}
        isNarrow={isNarrow}
        isPhone={isPhone}
        searchRef={search}
        columnsRef={columnsButton}
        openColumns={openColumns}
        exports={exports.ofAll}
        onLeave={() => grid.current?.focus()}
      />
      <div className="flex fill rel">
        {hasGrid && resource.predicate && !isNarrow && (
          <FacetPanel model={model} onSkip={() => grid.current?.focus()} />
        )}
        <section ref={area} className="stack grow fill rel" aria-label={resource.label[1]}>
          {/* The frame reports on all pages that the server does not answer. */}
          {failure && listState !== 'forbidden' && !(listState === 'rows' && isApiError(failure, 0)) && (
            <ListFailure resource={resource} feed={list.feed} error={failure} />
          )}
          {textSearch.query && listState === 'rows' && (
            <textSearchRows.Part
              model={model}
              query={textSearch.query}
              runOn={(choice, row) => void runOn(choice, row)}
              onRange={onRange}
              gridRef={grid}
            />
          )}
          {hasGrid && !(textSearch.query && listState === 'rows') && (
            <ListRowsArea
              model={model}
              look={look}
              rowPx={isPhone ? ROW_PX.phone : ROW_PX[state.density]}
              pendingActions={pendingActions}
              onRange={onRange}
              gridRef={grid}
            />
          )}
          {list.tail && <heldRows.Part model={model} tail={list.tail} onShow={() => reveal(0)} />}
          <ListPlaceholder model={model} />
          {selection.ids.size > 0 && (
            <selectionBar.Part
              around={inSelectionBar}
              model={model}
              isNarrow={isNarrow}
              names={exports.selectedNames}
              exports={exports.ofSelected}
            />
          )}
        </section>
        <SidePanel model={model} runOn={(choice, row) => void runOn(choice, row)} reveal={reveal} />
        {resource.details && (
          <DetailsSidePanel
            model={model}
            details={resource.details}
            run={(choice, row) => void runOn(choice, row)}
            reveal={reveal}
          />
        )}
        {actions.overlay && (
          <listOverlays.Part
            model={model}
            isNarrow={isNarrow}
            runOn={(choice, row) => void runOn(choice, row)}
            onClose={() => actions.setOverlay(undefined)}
          />
        )}
      </div>
      <ListStatus
        resource={resource}
        listState={listState}
        list={list}
        isFiltering={filters}
        range={range}
        keys={hintsOf(keys, listState)}
      />
    </div>
  );
}
