import { useEffect, useMemo } from 'react';
import { pageRows } from '../../api/lists.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { sortRows } from '../../descriptors/rows.ts';
import { useToday } from '../../ui/useNow.ts';
import { boundsOf, isInSpan, type Span } from '../window/range.ts';
import { unionOf } from './facets.ts';
import type { FilterRequest } from './filter.ts';
import { isFiltering, requestOf, type ListParams, type Sort } from './listParams.ts';
import { findHere, matchLocally, prepareMatching } from './localMatch.ts';
import { useListFeed, type Feed } from './useListFeed.ts';
import type { Asked } from './useListParams.ts';

export type ListRows = {
  /** What is shown, from the first row on. Undefined until something was read. */
  rows: readonly Row[] | undefined;
  /** How many rows the list has, shown or still to be loaded. */
  count: number;
  /** How many there are without any filter; undefined while that is not known. */
  all: number | undefined;
  /** Everything that was loaded, whatever the filter; of a list over time, in the part that is looked at. */
  loaded: readonly Row[];
  /** What the facets count: rows that no filter has chosen. Undefined until they are here. */
  counted: readonly Row[] | undefined;
  /** What the filter finds, also outside of the part that is looked at. */
  found: readonly Row[];
  /**
   * `provisional`: found among the rows here; the server has not loaded yet. `previous`: it has not, and nothing is
   * here. `kept`: the query has a mistake and is not asked.
   */
  freshness: 'settled' | 'provisional' | 'previous' | 'kept';
  feed: Feed;
  /** Every row that matches, those too that are still to be loaded; undefined when somebody stopped it, or it failed. */
  loadAll: () => Promise<readonly Row[] | undefined>;
  /** The rows are not the answer to the question yet, so nothing can be done with all of them. */
  isWaiting: boolean;
  /** The list without a filter; the same feed where there is none. */
  everything: Feed;
  /** Of a list over time: what is asked for. */
  bounds: Span | undefined;
};

/** By code points, as the server sorts (http-resources §1.2). */
function sortAsServer(rows: readonly Row[], { field, order }: Sort): readonly Row[] {
  const sign = order === 'DESC' ? -1 : 1;
  const key = (row: Row): string => {
    const value = row[field];
    return typeof value === 'string' ? value : '';
  };
  return rows.toSorted((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

const sameRequest = (a: FilterRequest, b: FilterRequest): boolean => a.search === b.search && a.query === b.query;

/** Lists that come whole, or as a span of time: whatever is here is searched and sorted here, at once. */
function useClientRows(resource: Restricted, name: string, state: ListParams, asked: Asked, faulty: boolean): ListRows {
  const { range, span, sort } = state;
  const isWindow = resource.wire.list.paging === 'window';
  const today = useToday();
  const bounds = useMemo(() => (isWindow ? boundsOf(range, today) : undefined), [isWindow, range, today]);
  const asking = useMemo(
    () => (bounds ? { from: new Date(bounds.fromMs), to: new Date(bounds.toMs - 1) } : {}),
    [bounds],
  );
  const feed = useListFeed(
    name,
    { filter: asking, sort: resource.list.sort },
    {
      enabled: resource.may.list.ok,
      perPage: pageRows(resource.wire.list),
      rereadEveryMs: resource.list.rereadEveryMs,
    },
  );
  const everything = feed.rows ?? none;
  useEffect(() => prepareMatching(resource, everything), [resource, everything]);

  // A query with a mistake leaves the rows of the last one that could be asked.
  const { search, query } = faulty ? asked.filter : requestOf(resource, state.filter);
  const found = useMemo(
    () => findHere(resource, everything, { ...(search && { search }), ...(query && { query }) }),
    [resource, everything, search, query],
  );
  const sorted = useMemo(
    () => sortRows(resource, found, { field: sort.field, descending: sort.order === 'DESC' }),
    [resource, found, sort],
  );
  const time = resource.list.histogram?.time;
  const rows = useMemo(() => within(sorted, time, span), [sorted, time, span]);
  const loaded = useMemo(() => within(everything, time, span), [everything, time, span]);
  return {
    rows: feed.rows && rows,
    count: rows.length,
    all: feed.rows?.length,
    loaded,
    counted: feed.rows && loaded,
    found: sorted,
    freshness: faulty ? 'kept' : 'settled',
    feed,
    loadAll: () => Promise.resolve(rows),
    isWaiting: false,
    everything: feed,
    bounds,
  };
}

/** The part of the rows that is looked at. */
const within = (rows: readonly Row[], time: string | undefined, span: Span | undefined): readonly Row[] =>
  span && time !== undefined ? rows.filter((row) => isInSpan(span, row[time])) : rows;

const none: readonly Row[] = [];

/**
 * Lists that the server searches: its answer is shown, and until it comes, what the rows here can tell. Old rows stay
 * until there are new ones.
 */
function useServerRows(resource: Restricted, name: string, state: ListParams, asked: Asked, faulty: boolean): ListRows {
  const enabled = resource.may.list.ok;
  const filtered = isFiltering(resource, state.filter);
  const perPage = pageRows(resource.wire.list);
  const feed = useListFeed(name, asked, { enabled, perPage });
  const unfiltered = { filter: {}, sort: resource.list.sort };
  const base = useListFeed(name, unfiltered, {
    enabled: enabled && filtered && feed.rows !== undefined,
    perPage,
  });
  const everything = filtered ? base : feed;

  const loaded = useMemo(
    () => (filtered ? unionOf(feed.rows ?? none, base.rows ?? none) : (feed.rows ?? none)),
    [filtered, feed.rows, base.rows],
  );
  useEffect(() => prepareMatching(resource, loaded), [resource, loaded]);

  const request = requestOf(resource, state.filter);
  const { sort } = state;
  const waits = !faulty && (feed.isPrevious || !sameRequest(request, asked.filter) || sort !== asked.sort);
  const { search, query } = request;
  const local = useMemo(() => {
    if (!waits) return undefined;
    const found = matchLocally(resource, loaded, { ...(search && { search }), ...(query && { query }) });
    return found && found.length > 0 ? sortAsServer(found, sort) : undefined;
  }, [waits, resource, loaded, search, query, sort]);

  return {
    rows: local ?? feed.rows,
    count: local ? local.length : feed.total,
    all: everything.rows && everything.total,
    loaded,
    counted: everything.isPrevious ? undefined : everything.rows,
    found: local ?? feed.rows ?? none,
    freshness: local ? 'provisional' : faulty ? 'kept' : waits ? 'previous' : 'settled',
    feed,
    loadAll: async () => {
      const { rows, isAll } = await feed.loadThrough(feed.total - 1);
      return isAll ? rows : undefined;
    },
    isWaiting: waits,
    everything,
    bounds: undefined,
  };
}

/** Which of the two a list is never changes while it is shown. */
export const useListRows = (
  resource: Restricted,
  name: string,
  state: ListParams,
  asked: Asked,
  faulty: boolean,
): ListRows => {
  const useRows = resource.wire.list.search === 'server' ? useServerRows : useClientRows;
  return useRows(resource, name, state, asked, faulty);
};
