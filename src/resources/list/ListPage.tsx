import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';
import { isApiError } from '../../api/errors.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { useMedia, NARROW, PHONE } from '../../ui/useMedia.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import { useStore } from '../../ui/useStore.ts';
import { DetailsSidePanel } from '../details/DetailsSidePanel.tsx';
import { useNewest } from '../useNewest.ts';
import { SidePanel } from './SidePanel.tsx';
import { AddButton, canAdd } from './AddButton.tsx';
import { CreateButton } from './CreateButton.tsx';
import { ROW_PX } from './density.ts';
import { FacetPanel } from './FacetPanel.tsx';
import { Forbidden } from './Forbidden.tsx';
import type { GridHandle, Range } from './Grid.tsx';
import { ListEmpty, ListFailure, refusalOf } from './ListBody.tsx';
import styles from './ListPage.module.css';
import { ListRowsArea } from './ListRowsArea.tsx';
import { takesConditions } from './listParams.ts';
import { ListStatus } from './ListStatus.tsx';
import { hintsOf } from './listActions.ts';
import { ListTop } from './ListTop.tsx';
import { NothingFound } from './NothingFound.tsx';
import { keepPlace } from './places.ts';
import { useColumns } from './useColumns.ts';
import { useExports } from './useExports.ts';
import { useListCommands } from './useListCommands.ts';
import { useListModel, type ListModel } from './useListModel.ts';
import { usePendingRowActions } from './usePendingRowActions.ts';
import { useRowRenderers } from './useRowRenderers.tsx';
import { useWidth } from './useWidth.ts';

// Wanted once there are rows to do something with: fetched behind them.
const listOverlays = lazyComponent(() => import('./ListOverlays.tsx'), { what: 'What you asked for', look: 'over' });
const nothingMatches = lazyComponent(() => import('./NothingMatches.tsx'), {
  what: 'What matches without a condition',
});
const selectionBar = lazyComponent(() => import('./SelectionBar.tsx'), {
  what: 'What can be done with those selected',
  look: 'line',
});
const inSelectionBar = (standIn: ReactNode) => <div className={styles.selectionBar}>{standIn}</div>;

/** So many rows before the end of what is here, the next ones are asked for. */
const AHEAD_ROWS = 150;

/** What is in sight, kept out of React's way: it changes with every frame of a scroll. */
function useVisibleRange(model: ListModel) {
  const [range] = useState(() => new ValueStore<Range>({ first: 0, last: -1 }));
  const offsetPx = useRef(0);
  const { key: entry } = useLocation();
  const newest = useNewest({ model, entry });

  useEffect(
    () => () => {
      const { model: last, entry: at } = newest.current;
      const { index } = last.cursor;
      const chosen = last.selection.rows();
      keepPlace(at, { offsetPx: offsetPx.current, index, id: last.rows[index]?.id, chosen });
    },
    [newest],
  );

  const onRange = (next: Range, offset: number) => {
    offsetPx.current = offset;
    const { first, last } = range.get();
    if (first !== next.first || last !== next.last) range.set(next);
    const { list, rows } = newest.current.model;
    const wanted = Math.min(next.last + AHEAD_ROWS, list.count - 1);
    if ((list.standing === 'settled' || list.standing === 'kept') && rows.length > 0 && wanted >= rows.length)
      void list.feed.loadThrough(wanted);
  };
  return { range, onRange };
}

/** What stands in the place of rows that are not there. */
function ListPlaceholder({ model }: { model: ListModel }) {
  const { resource, name, standing, state, list, creates, setFilter, clearFilter, countHere } = model;
  switch (standing) {
    case 'forbidden':
      return <Forbidden resource={resource} refusal={refusalOf(list.feed.error)} />;
    case 'empty':
      return (
        <ListEmpty
          resource={resource}
          create={
            creates ? (
              <CreateButton model={model} kind="primary" size="form" />
            ) : canAdd(model) ? (
              <AddButton model={model} kind="primary" size="form" />
            ) : undefined
          }
        />
      );
    case 'nothing':
      if (!takesConditions(resource))
        return (
          <NothingFound
            resource={resource}
            text={state.filter.mode === 'chips' ? state.filter.text.trim() : ''}
            onClear={clearFilter}
          />
        );
      return (
        <nothingMatches.Part
          resource={resource}
          name={name}
          filter={state.filter}
          inPart={state.span !== undefined}
          countHere={countHere}
          onChange={setFilter}
          onClear={clearFilter}
        />
      );
    case 'failed':
    case 'loading':
    case 'rows':
      return null;
    default:
      return standing satisfies never;
  }
}

/** The list of one resource: head, query, facets, rows, foot. */
export function ListPage({ resource: declared }: { resource: Resource }) {
  const model = useListModel(declared);
  const { resource, standing, state, list, filters, facets, selection, actions, setFilter, failure } = model;
  const isPhone = useMedia(PHONE);
  const isNarrow = useMedia(NARROW);

  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const columnsButton = useRef<HTMLButtonElement>(null);
  const area = useRef<HTMLElement>(null);
  const shown = useColumns(resource, state.columns, {
    widthPx: useWidth(area),
    isPhone,
    dayField: model.dayField,
    widths: useStore(model.widths.widths),
  });
  usePrefetch(listOverlays.fetch);
  usePrefetch(nothingMatches.fetch, takesConditions(resource));
  usePrefetch(selectionBar.fetch);
  const { doings, run: runOn } = usePendingRowActions();
  const look = useRowRenderers({ ...model, runOn: (choice, row) => void runOn(choice, row) }, shown, isPhone);
  const { range, onRange } = useVisibleRange(model);
  const exports = useExports(model);
  const openColumns = () => {
    const anchor = columnsButton.current ?? search.current;
    if (anchor) actions.setOverlay({ kind: 'columns', anchor });
  };
  const keys = useListCommands(model, { grid, search, openColumns });
  const isHere = resource.wire.list.search === 'client';
  const hasGrid = standing !== 'forbidden' && standing !== 'empty';
  return (
    <div className={styles.page}>
      <ListTop
        model={model}
        isNarrow={isNarrow}
        isPhone={isPhone}
        searchRef={search}
        columnsRef={columnsButton}
        openColumns={openColumns}
        exports={exports.ofAll}
        onLeave={() => grid.current?.focus()}
      />
      <div className={styles.body}>
        {hasGrid && resource.predicate && !isNarrow && (
          <FacetPanel
            facets={facets}
            filter={state.filter}
            counted={model.counted}
            all={isHere ? undefined : list.all}
            everything={list.everything}
            title={model.facetsTitle}
            onChange={setFilter}
            onSkip={() => grid.current?.focus()}
          />
        )}
        <section ref={area} className={styles.list} aria-label={resource.label[1]}>
          {/* That nothing answers is told by the frame, over all pages. */}
          {failure && standing !== 'forbidden' && !(standing === 'rows' && isApiError(failure, 0)) && (
            <ListFailure resource={resource} feed={list.feed} error={failure} />
          )}
          {hasGrid && (
            <ListRowsArea
              model={model}
              look={look}
              rowPx={isPhone ? ROW_PX.phone : ROW_PX[state.density]}
              doings={doings}
              onRange={onRange}
              gridRef={grid}
            />
          )}
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
        <SidePanel model={model} runOn={(choice, row) => void runOn(choice, row)} />
        {resource.details && (
          <DetailsSidePanel model={model} details={resource.details} run={(choice, row) => void runOn(choice, row)} />
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
        standing={standing}
        list={list}
        isFiltering={filters}
        range={range}
        keys={hintsOf(keys, standing)}
      />
    </div>
  );
}
