import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { isApiError } from '../../api/errors.ts';
import { pageRows } from '../../api/lists.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { Row } from '../../descriptors/row.ts';
import { useNow } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import type { MenuItem } from '../../ui/menuItems.ts';
import type { ListParams } from '../list/listParams.ts';
import { mayPass, type Feed } from '../list/useListFeed.ts';
import { useLatest } from '../useLatest.ts';
import type { Span } from '../window/range.ts';
import { TailRows } from './TailRows.ts';

/** Servers of a cluster use their own clocks, and some events arrive late, so each request overlaps by this time. */
const OVERLAP_MS = 60_000;
/** Per request. If there are more pages, the list is reloaded. */
const PAGES_MAX = 4;
/** Rows besides those of the list. If there are more, the list is reloaded. */
const ROWS_MAX = 10_000;
const LOOK_EVERY_MS = 30_000;

export type Tail = {
  rows: TailRows;
  /** New rows that are shown in the list, the newest first. */
  visible: readonly Row[];
  waiting: readonly Row[];
  isOn: boolean;
  /** Why it cannot be switched on. */
  off: string | undefined;
  everyMs: number;
  /** Why the last request failed. It is repeated if the failure may be temporary. */
  error: Error | undefined;
};

type TailRequest = { state: Pick<ListParams, 'tail'>; bounds: Span; feed: Feed };

/**
 * New rows of a list over time, requested at intervals while the page is visible. Undefined if the resource has no
 * tail.
 */
export function useTail(resource: Restricted, name: string, { state, bounds, feed }: TailRequest): Tail | undefined {
  const declared = resource.list.tail;
  const dataProvider = useDataProvider();
  const [rows] = useState(() => new TailRows());
  const { visible, waiting } = useStore(rows.arrived);
  const newest = useLatest({ feed, visible, waiting });
  const nowMs = useNow(declared && LOOK_EVERY_MS);
  const isOver = bounds.toMs <= nowMs;
  const isOn = declared !== undefined && state.tail && !isOver;

  const { startedAtMs } = feed;
  useEffect(() => rows.clear(), [rows, startedAtMs, bounds]);

  const timeOf = (row: Row | undefined): number => {
    const at = declared && row?.[declared.time];
    return at instanceof Date ? at.getTime() || 0 : 0;
  };
  const readNew = async (signal: AbortSignal): Promise<void> => {
    const here = newest.current;
    const newestRows = [here.waiting[0], here.visible[0], here.feed.rows?.[0]];
    const newestMs = Math.max(...newestRows.map(timeOf));
    const from = new Date(Math.max(bounds.fromMs, newestMs - OVERLAP_MS));
    const filter = { from, to: new Date(bounds.toMs - 1) };
    const perPage = pageRows(resource.wire.list);
    const fresh: Row[] = [];
    for (let page = 1; ; page++) {
      const pagination = { page, perPage };
      const { data, pageInfo } = await dataProvider.getList<Row>(name, {
        ...{ filter, pagination, sort: resource.list.sort, signal },
      });
      fresh.push(...data);
      if (!pageInfo?.hasNextPage) break;
      if (page === PAGES_MAX) return here.feed.reload();
    }
    const { feed: now } = newest.current;
    const ids = new Set(now.rows?.map(({ id }) => id));
    // Rows older than the oldest row are not new. They are only not loaded yet.
    const oldestMs = now.hasMore ? timeOf(now.rows?.at(-1)) : 0;
    const isKnown = (row: Row) => ids.has(row.id) || timeOf(row) < oldestMs;
    if (rows.add(fresh, isKnown) > ROWS_MAX) await now.reload();
  };

  const { error } = useQuery({
    queryKey: [name, 'tail', bounds],
    queryFn: async ({ signal }) => {
      await readNew(signal);
      return Date.now();
    },
    enabled: isOn && feed.rows !== undefined,
    // Not while the page is hidden, but at once when it is visible again.
    refetchInterval: (query) =>
      query.state.error && !mayPass(query.state.error) ? false : (declared?.everyMs ?? false),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!declared) return undefined;
  const off = isOver ? 'The time range ends before now' : undefined;
  return { rows, visible, waiting, isOn, off, everyMs: declared.everyMs, error: (isOn && error) || undefined };
}

/** New rows wait above the list while a row is open or selected, or the list has another order. */
export function useHolding(
  tail: Tail | undefined,
  resource: Resource,
  { sort, row }: ListParams,
  isUsed: boolean,
): void {
  const declared = resource.list.tail;
  const sortsByTime = sort.field === declared?.time && sort.order === 'DESC';
  const isBusy = isUsed || row !== undefined || !sortsByTime;
  const rows = tail?.rows;
  useEffect(() => rows?.setBusy(isBusy), [rows, isBusy]);
}

/** Whether a failure ends the tail until the user switches it on again. */
export const endsTail = (error: Error): boolean => isApiError(error) && !mayPass(error);

export const TAIL_LABEL = 'Live tail';

type Arranged = { state: ListParams; change: (state: ListParams) => void };

/** The switch of the live tail in the menu of the list, for when its head has no room. */
export const tailItems = (tail: Tail | undefined, { state, change }: Arranged): readonly MenuItem[] =>
  tail
    ? [
        {
          kind: 'item',
          id: 'tail',
          label: TAIL_LABEL,
          chosen: tail.isOn,
          off: tail.off,
          run: () => change({ ...state, tail: !state.tail }),
        },
        { kind: 'line' },
      ]
    : [];
