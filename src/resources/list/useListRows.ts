import { useEffect, useMemo } from 'react';
import { pageRows } from '../../api/lists.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { useWindowRows } from '../window/useWindowRows.ts';
import { unionOf } from './facets.ts';
import { isFiltering, requestOf, type ListParams, type Sort } from './listParams.ts';
import { matchLocally, prepareMatching } from './localMatch.ts';
import type { ListRows } from './listRows.ts';
import { sameRequest, useFoundRows } from './useFoundRows.ts';
import { useListFeed } from './useListFeed.ts';
import type { Query } from './useListParams.ts';

/** By code points, as the server sorts (http-resources §1.2). */
function sortAsServer(rows: readonly Row[], { field, order }: Sort): readonly Row[] {
  const sign = order === 'DESC' ? -1 : 1;
  const key = (row: Row): string => {
    const value = row[field];
    return typeof value === 'string' ? value : '';
  };
  return rows.toSorted((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** Lists that are loaded completely are searched and sorted here, at once. */
function useWholeRows(resource: Restricted, name: string, state: ListParams, query: Query, faulty: boolean): ListRows {
  const { sort } = state;
  const feed = useListFeed(
    name,
    { filter: {}, sort: resource.list.sort },
    {
      enabled: resource.may.list.ok,
      perPage: pageRows(resource.wire.list),
      rereadEveryMs: resource.list.rereadEveryMs,
    },
  );
  const everything = feed.rows ?? none;
  // While the query has a mistake, the rows of the last valid query stay.
  const found = useFoundRows(resource, everything, faulty ? query.filter : requestOf(resource, state.filter), sort);
  return {
    rows: feed.rows && found,
    count: found.length,
    all: feed.rows?.length,
    loaded: everything,
    counted: feed.rows,
    found,
    freshness: faulty ? 'kept' : 'settled',
    feed,
    loadAll: () => Promise.resolve(found),
    isWaiting: false,
    everything: feed,
    bounds: undefined,
    more: feed,
    range: undefined,
    tail: undefined,
  };
}

const none: readonly Row[] = [];

/**
 * Lists that the server searches. Until the answer comes, the matches among the loaded rows are shown. Old rows stay
 * until there are new ones.
 */
function useServerRows(resource: Restricted, name: string, state: ListParams, query: Query, faulty: boolean): ListRows {
  const enabled = resource.may.list.ok;
  const filtered = isFiltering(resource, state.filter);
  const perPage = pageRows(resource.wire.list);
  const feed = useListFeed(name, query, { enabled, perPage });
  const unfiltered = { filter: {}, sort: resource.list.sort };
  const base = useListFeed(name, unfiltered, { enabled: enabled && filtered && feed.rows !== undefined, perPage });
  const everything = filtered ? base : feed;

  const loaded = useMemo(
    () => (filtered ? unionOf(feed.rows ?? none, base.rows ?? none) : (feed.rows ?? none)),
    [filtered, feed.rows, base.rows],
  );
  useEffect(() => prepareMatching(resource, loaded), [resource, loaded]);

  const request = requestOf(resource, state.filter);
  const { sort } = state;
  const waits = !faulty && (feed.isPrevious || !sameRequest(request, query.filter) || sort !== query.sort);
  const { search, query: predicate } = request;
  const local = useMemo(() => {
    if (!waits) return undefined;
    const found = matchLocally(resource, loaded, { ...(search && { search }), ...(predicate && { query: predicate }) });
    return found && found.length > 0 ? sortAsServer(found, sort) : undefined;
  }, [waits, resource, loaded, search, predicate, sort]);

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
    more: feed,
    range: undefined,
    tail: undefined,
  };
}

/** The kind of a list never changes while it is shown, so the hooks keep their order. */
export const useListRows = (
  resource: Restricted,
  name: string,
  state: ListParams,
  query: Query,
  faulty: boolean,
): ListRows => {
  const { search, paging } = resource.wire.list;
  const useRows = search === 'server' ? useServerRows : paging === 'window' ? useWindowRows : useWholeRows;
  return useRows(resource, name, state, query, faulty);
};
