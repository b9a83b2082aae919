import { useMemo } from 'react';
import { pageRows } from '../../api/lists.ts';
import { rangeOf } from '../../api/rangeCounts.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { Row } from '../../descriptors/row.ts';
import { useToday } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { unionOf } from '../list/facets.ts';
import { requestOf, type ListParams } from '../list/listParams.ts';
import type { ListRows } from '../list/listRows.ts';
import { useListFeed, type Feed } from '../list/useListFeed.ts';
import type { Query } from '../list/useListParams.ts';
import { sameRequest, useFoundRows } from '../list/useFoundRows.ts';
import { useTail } from '../tail/useTail.ts';
import type { Span } from './range.ts';
import { boundsOf, isInSpan, rangeAround } from './rangeBounds.ts';
import { useRangeCounts } from './useRangeCounts.ts';

const none: readonly Row[] = [];
/** While new rows come in, the server's counts are updated at this interval. */
const COUNT_EVERY_MS = 30_000;

/** The rows in the selected part. */
const within = (rows: readonly Row[], time: string | undefined, span: Span | undefined): readonly Row[] =>
  span && time !== undefined ? rows.filter((row) => isInSpan(span, row[time])) : rows;

/** Whether the rows, the newest first, reach back to the start of a span. */
function reachesBack(rows: readonly Row[], time: string | undefined, { fromMs }: Span): boolean {
  const oldest = time === undefined ? undefined : rows.at(-1)?.[time];
  return oldest instanceof Date && oldest.getTime() < fromMs;
}

/** An error in either feed is an error of the list. Reloading reads both. */
const joined = (feed: Feed, match: Feed): Feed => ({
  ...feed,
  error: feed.error ?? match.error,
  loading: feed.loading ?? match.loading,
  reload: async () => {
    await Promise.all([feed.reload(), match.reload()]);
  },
  stop: () => {
    feed.stop();
    match.stop();
  },
});

/**
 * Lists over time. The loaded rows are searched and sorted here, at once. If they are only a part of the range, the
 * server is asked for the selected part, and, if it can filter, for the matches in the rest.
 */
export function useWindowRows(
  resource: Restricted,
  name: string,
  state: ListParams,
  query: Query,
  faulty: boolean,
): ListRows {
  const { span, sort } = state;
  const shownZone = useStore(zone);
  const today = useToday(shownZone);
  const [range, bounds] = useMemo(() => {
    const shownRange = rangeAround(state.range, span, today, shownZone);
    return [shownRange, boundsOf(shownRange, today, shownZone)];
  }, [state.range, span, today, shownZone]);
  const dates = (of: Span) => ({ from: new Date(of.fromMs), to: new Date(of.toMs - 1) });
  const options = { enabled: resource.may.list.ok, perPage: pageRows(resource.wire.list) };
  const { sort: order, rereadEveryMs, histogram } = resource.list;
  const feed = useListFeed(name, { filter: dates(bounds), sort: order }, { ...options, rereadEveryMs });
  const tail = useTail(resource, name, { state, bounds, feed });

  // While the query has a mistake, the rows of the last valid query stay.
  const request = faulty ? query.filter : requestOf(resource, state.filter);
  const filters = rangeOf(resource.wire.list) !== undefined;
  const time = histogram?.time;
  const isPart = feed.hasMore && !(span && reachesBack(feed.rows ?? none, time, span));
  const asks = isPart && (span !== undefined || (filters && Object.keys(request).length > 0));
  const match = useListFeed(
    name,
    { filter: { ...dates(span ?? bounds), ...(filters && query.filter) }, sort: order },
    { ...options, enabled: options.enabled && asks },
  );
  const isAnswered = !asks || (match.rows !== undefined && !match.isPrevious && sameRequest(request, query.filter));

  const everything = useMemo(
    () => unionOf(tail?.visible ?? none, feed.rows ?? none, asks ? (match.rows ?? none) : none),
    [tail?.visible, feed.rows, asks, match.rows],
  );
  const found = useFoundRows(resource, everything, request, sort);
  const rows = useMemo(() => within(found, time, span), [found, time, span]);
  const loaded = useMemo(() => within(everything, time, span), [everything, time, span]);
  const counts = useRangeCounts(resource, name, {
    ...{ bounds, span, filter: query.filter, startedAtMs: feed.startedAtMs },
    enabled: feed.hasMore,
    isAnswered,
    everyMs: tail?.isOn ? COUNT_EVERY_MS : undefined,
  });
  return {
    rows: feed.rows && (isAnswered || rows.length > 0) ? rows : undefined,
    count: rows.length,
    all: feed.rows && everything.length,
    loaded,
    counted: feed.rows && loaded,
    found,
    freshness: faulty ? 'kept' : isAnswered ? 'settled' : 'provisional',
    feed: asks ? joined(feed, match) : feed,
    loadAll: () => Promise.resolve(rows),
    isWaiting: false,
    everything: feed,
    bounds,
    shownRange: range,
    more: asks ? match : feed,
    // The server counts only at intervals, so its counts are at least the loaded ones.
    range: counts && {
      ...counts,
      total: Math.max(counts.total, loaded.length),
      found: counts.found === undefined || !isAnswered ? counts.found : Math.max(counts.found, rows.length),
    },
    tail,
  };
}
