import { useEffect, useEffectEvent, useMemo, useState, useDeferredValue } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { config } from '../../api/config.ts';
import { isApiError } from '../../api/errors.ts';
import type { Label } from '../../api/nodes.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { NEW_ROW, resourceName, rowOfSegment } from '../../descriptors/resourceName.ts';
import { restrict } from '../../descriptors/restrict.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { useUser } from '../useUser.ts';
import { daysOf, noDays } from '../window/days.ts';
import type { Range, Span } from '../window/range.ts';
import { useHolding } from '../tail/useTail.ts';
import { useViews } from '../views/useViews.ts';
import { expandAddress } from '../views/viewAddress.ts';
import { viewStore } from '../views/viewStore.ts';
import { ColumnWidths } from './columnWidths.ts';
import { addValue, conditionsOf, excludeValue, facetState, noFilter, removeValue, type Filter } from './filter.ts';
import { isFiltering, questionOf, requestOf } from './listParams.ts';
import { findHere } from './localMatch.ts';
import type { Vocabulary } from './suggest/suggestion.ts';
import { useCursor, savedPosition, type ListPosition } from './useCursor.ts';
import { listStateOf } from './listState.ts';
import type { ListRows } from './listRows.ts';
import { useListRows } from './useListRows.ts';
import { useListParams } from './useListParams.ts';
import { useRowActions, type UnfinishedBulkRun } from './useRowActions.ts';
import { useSelection } from './useSelection.ts';
import { countFacets, keepOrder, type Facet } from './facets.ts';

const noFacets: readonly Facet[] = [];

/**
 * Keys and values with counts over the rows without a filter. They keep their positions as long as the page lives
 * (look, rule 4): only the numbers change, and new entries come last.
 */
export function useFacets(
  resource: Resource,
  { counted, loaded, range }: Pick<ListRows, 'counted' | 'loaded'> & Partial<Pick<ListRows, 'range'>>,
) {
  const rows = useDeferredValue(counted);
  const offered = useDeferredValue(loaded);
  const here = useMemo(() => rows && countFacets(resource, rows, offered), [resource, rows, offered]);
  const fresh = range?.facets ?? here;
  const count = range?.total ?? rows?.length;
  const [shown, setShown] = useState({ fresh, facets: fresh ?? noFacets, counted: count });
  // Keep the shown facets while rows of another question are shown.
  if (fresh && shown.fresh !== fresh) {
    setShown({ fresh, facets: keepOrder(shown.facets, fresh), counted: count });
  }
  return { facets: shown.facets, counted: shown.counted, rows: offered };
}

const none: readonly Row[] = [];

/** Picking the same label again removes it. */
function pickLabel(filter: Filter, { name, value }: Label, exclude: boolean): Filter {
  if (exclude) return excludeValue(filter, name, value);
  const isSet = facetState(conditionsOf(filter), name, value) === 'on';
  return isSet ? removeValue(filter, name, value) : addValue(filter, name, value);
}

/** The complete model of a list: its request, the answer, the cursor and the selection. */
export function useListModel(declared: Resource) {
  const params = useParams();
  const { clusterId = config.proxyCluster, id: segment } = params;
  const isNew = segment === NEW_ROW;
  const opened = segment === undefined || isNew ? segment : rowOfSegment(segment);
  const { acl, username } = useUser();
  const resource = useMemo(() => restrict(declared, acl), [declared, acl]);
  const name = resourceName(resource, { ...params, clusterId });

  const store = viewStore(username, name);
  const { state, query, change, fault } = useListParams(resource, (address) =>
    expandAddress(address, store.book.get()),
  );
  const [widths] = useState(() => new ColumnWidths(localStorage, username, resource.name));
  const views = useViews(resource, store, state, change);
  const list = useListRows(resource, name, state, query, fault !== undefined);
  const rows = list.rows ?? none;
  const filters = isFiltering(resource, state.filter);
  const setFilter = (filter: Filter, how?: 'at once' | 'typing') => change({ ...state, filter }, how);

  const { facets, counted, rows: known } = useFacets(resource, list);

  const shownZone = useStore(zone);
  const dayField = resource.list.groupByDay === state.sort.field ? state.sort.field : undefined;
  const days = useMemo(
    () => (dayField === undefined ? noDays : daysOf(rows, dayField, shownZone)),
    [dayField, rows, shownZone],
  );

  const vocabulary = useMemo(
    (): Vocabulary => ({
      facets,
      names: () => [...new Set(known.map((row) => resource.predicate?.name(row) ?? ''))].toSorted(),
      paths: resource.wire.list.search === 'server' ? (resource.predicate?.paths ?? []) : [],
    }),
    [resource, facets, known],
  );

  const { key: entry } = useLocation();
  const [start] = useState((): ListPosition | undefined => savedPosition(entry) ?? state.row);
  const question = questionOf(resource, state);
  const cursor = useCursor(rows, list.count, question, start);
  const moveCursor = (index: number) => {
    cursor.move(index);
    change({ ...state, row: { index, id: rows[index]?.id } }, 'typing');
  };
  // The cursor was put on a row before it was loaded. Once its id is known, the address gets it.
  const waits = state.row?.id === undefined && state.row?.index === cursor.index;
  const arrived = waits ? rows[cursor.index]?.id : undefined;
  const adopt = useEffectEvent(() => moveCursor(cursor.index));
  useEffect(() => {
    if (arrived !== undefined) adopt();
  }, [arrived]);
  const selection = useSelection(rows, start?.chosen);
  useHolding(list.tail, resource, state, opened !== undefined || selection.ids.size > 0);
  const [unfinished, setUnfinished] = useState<UnfinishedBulkRun>();
  const actions = useRowActions(resource, name, clusterId);

  // A query that the server rejects has a mistake. The list itself has not failed.
  const { error } = list.feed;
  const refused = state.filter.mode === 'query' && isApiError(error, 400);
  const creates =
    declared.wire.create !== undefined && (resource.form ?? resource.yaml ?? resource.creates) !== undefined;
  return {
    resource,
    name,
    opened,
    isNew,
    state,
    change,
    setFilter,
    clearFilter: () => change({ ...state, filter: noFilter, span: undefined }),
    setRange: (next: Range) => change({ ...state, range: next, span: undefined }),
    setSpan: (span: Span | undefined) => change({ ...state, span }),
    /** How many rows a filter would match; undefined if only the server can tell. */
    countHere:
      resource.wire.list.search === 'client'
        ? (filter: Filter) => findHere(resource, list.loaded, requestOf(resource, filter)).length
        : undefined,
    pickLabel: (label: Label, exclude: boolean) => setFilter(pickLabel(state.filter, label, exclude)),
    fault,
    refusal: refused ? error.message : undefined,
    /** Describes the rows that are shown while the query cannot be sent. */
    placeholder: !list.rows
      ? 'No rows are shown'
      : list.count === list.all
        ? 'All rows are shown'
        : 'The rows of the last query are shown',
    failure: refused ? undefined : error,
    list,
    rows,
    filters,
    listState: listStateOf(resource, list, filters || state.span !== undefined),
    days,
    /** The field by which rows are grouped by day now. */
    dayField,
    facets,
    vocabulary,
    facetsTitle: resource.predicate?.facets ? 'Filters' : 'Labels',
    /** How many rows the facets count, undefined until some are loaded, and how many there are, if known. */
    counted,
    countable: resource.wire.list.search === 'client' ? list.range?.total : list.all,
    start,
    question,
    cursor,
    /** Moves the cursor to a row, and writes the row to the address. */
    moveCursor,
    selection,
    actions,
    unfinished,
    setUnfinished,
    views,
    widths,
    /** Whether the list can create rows at all; `resource.may.create` states whether this user may. */
    creates,
  };
}

export type ListModel = ReturnType<typeof useListModel>;
