import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, type DataProvider } from 'ra-core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isApiError } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { isAbort } from '../../lib/work.ts';

export type FeedRequest = {
  filter: { search?: string; query?: string; from?: Date; to?: Date };
  sort: { field: string; order: 'ASC' | 'DESC' };
};

/** All rows from the first on. `isAll`: the server has no more. */
type LoadedRows = { rows: readonly Row[]; isAll: boolean };
type Loading = { done: number; target: number; stop: () => void };
export type Feed = {
  /** From the first row on, without gaps. Undefined until something was read. */
  rows: readonly Row[] | undefined;
  /** How many rows the server has. */
  total: number;
  /** The server has more rows. For a list over time it does not report how many. */
  hasMore: boolean;
  /** The rows answer the previous request. The answer to this one is on its way. */
  isPrevious: boolean;
  isFetching: boolean;
  /** Why the last request failed. The previous rows stay. */
  error: Error | undefined;
  readAtMs: number;
  /** When the first page was read. It changes with each new reading of the list. */
  startedAtMs: number;
  answeredMs: number;
  /** Set while rows far down are being loaded. */
  loading: Loading | undefined;
  /** Loads all rows up to an index, page by page. Resolves when the row is loaded, or the user has stopped it. */
  loadThrough: (index: number) => Promise<LoadedRows>;
  reload: () => Promise<void>;
  /** Aborts the current requests. */
  stop: () => void;
};

/** Loads rows up to an index. A request for a later row only moves the goal. */
type Run = { index: number; stop: AbortController; loaded: Promise<LoadedRows> };

type FeedOptions = {
  enabled: boolean;
  /** Rows of one request, see `pageRows`. */
  perPage: number;
  rereadEveryMs?: number | undefined;
};

type Page = {
  data: Row[];
  total: number | undefined;
  hasNext: boolean;
  page: number;
  readAtMs: number;
  answeredMs: number;
};

/** A lost connection or a server error may be temporary. A refusal is not. */
export const mayPass = (error: Error): boolean => !isApiError(error) || error.status === 0 || error.status >= 502;
const RETRIES = 2;
const AFTER_FAILURE_MS = 5000;

/** After a temporary failure the list reloads itself, as a terminal reconnects. */
export const rereadAfterMs = (error: Error | null, everyMs: number | undefined): number | undefined =>
  error && mayPass(error) ? Math.min(AFTER_FAILURE_MS, everyMs ?? Infinity) : everyMs;
const KEEP_MS = 60_000;
const FRESH_MS = 30_000;

/** Reads one page and records when and how fast it came. */
async function fetchPage(
  dataProvider: DataProvider,
  name: string,
  request: FeedRequest,
  pagination: { page: number; perPage: number },
  signal: AbortSignal,
): Promise<Page> {
  const askedAtMs = Date.now();
  const { data, total, pageInfo } = await dataProvider.getList<Row>(name, {
    ...request,
    pagination,
    meta: { fresh: true },
    signal,
  });
  const readAtMs = Date.now();
  const { page } = pagination;
  return { data, total, hasNext: pageInfo?.hasNextPage ?? false, page, readAtMs, answeredMs: readAtMs - askedAtMs };
}

/**
 * All rows in order, each once. If the row with which a page begins is gone, the server starts again at the first row
 * (http-resources §1.2).
 */
function rowsOf(pages: readonly Page[]): readonly Row[] {
  if (pages.length < 2) return pages[0]?.data ?? [];
  const rows = new Map<Row['id'], Row>();
  for (const { data } of pages) for (const row of data) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
}

/** The newest page has the most accurate count. The last page of a list makes it exact. */
const total = (last: Page | undefined, loaded: number): number =>
  last?.hasNext ? Math.max(last.total ?? 0, loaded) : loaded;

/**
 * The query for the rows of a list, the same for every caller. Its cache key is the one that react-admin's mutations
 * patch.
 */
export const feedQuery = (
  dataProvider: DataProvider,
  name: string,
  { filter, sort }: FeedRequest,
  { perPage }: Pick<FeedOptions, 'perPage'>,
) =>
  infiniteQueryOptions({
    queryKey: [name, 'getInfiniteList', { pagination: { page: 1, perPage }, sort, filter, meta: undefined }],
    queryFn: ({ pageParam: page, signal }) =>
      fetchPage(dataProvider, name, { filter, sort }, { page, perPage }, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Page) => (last.hasNext ? last.page + 1 : undefined),
    structuralSharing: false,
    gcTime: KEEP_MS,
    retry: (failures, error) => failures < RETRIES && mayPass(error),
    retryDelay: (failures) => 500 * 2 ** failures,
  });

/**
 * The rows of one list, page after page, through react-admin's data provider. Requests that are no longer needed are
 * aborted.
 */
export function useListFeed(name: string, request: FeedRequest, options: FeedOptions): Feed {
  const { rereadEveryMs } = options;
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const asked = feedQuery(dataProvider, name, request, options);
  const { queryKey } = asked;

  const query = useInfiniteQuery({
    ...asked,
    enabled: options.enabled,
    placeholderData: keepPreviousData,
    // Every observer of the same list starts its timer again after each answer, so that several observers send one
    // request. A hidden tab does not ask until it is visible again.
    refetchInterval: ({ state }) => rereadAfterMs(state.error, rereadEveryMs) ?? false,
    refetchOnWindowFocus: rereadEveryMs !== undefined,
    staleTime: rereadEveryMs ?? FRESH_MS,
  });

  // A failed request has no rows, so the rows of the last good answer stay on the screen.
  const [good, setGood] = useState(query.data);
  if (query.data && good !== query.data) setGood(query.data);
  const pages = (query.data ?? good)?.pages;
  const rows = useMemo(() => pages && rowsOf(pages), [pages]);
  const newest = pages?.at(-1);

  const [loading, setLoading] = useState<{ done: number; target: number }>();
  const run = useRef<Run>(undefined);
  const keyText = JSON.stringify(queryKey);
  useEffect(() => () => run.current?.stop.abort(), [keyText]);

  const loadOn = async (ownRun: Run): Promise<LoadedRows> => {
    for (;;) {
      const { data, hasNextPage, isError } = await query.fetchNextPage({ cancelRefetch: false });
      const all = rowsOf(data?.pages ?? []);
      const more = hasNextPage && !isError && !ownRun.stop.signal.aborted && all.length <= ownRun.index;
      if (run.current === ownRun) setLoading(more ? { done: all.length, target: ownRun.index + 1 } : undefined);
      if (more) continue;
      ownRun.stop.abort();
      return { rows: all, isAll: !hasNextPage && !isError };
    }
  };

  const loadThrough = (index: number): Promise<LoadedRows> => {
    const isAll = !query.hasNextPage;
    if (rows && (rows.length > index || isAll)) return Promise.resolve({ rows, isAll });
    const under = run.current;
    if (under && !under.stop.signal.aborted) {
      under.index = Math.max(under.index, index);
      return under.loaded;
    }
    const newRun: Run = { index, stop: new AbortController(), loaded: Promise.resolve({ rows: [], isAll: false }) };
    run.current = newRun;
    newRun.loaded = loadOn(newRun);
    return newRun.loaded;
  };

  return {
    rows,
    total: total(newest, rows?.length ?? 0),
    hasMore: pages?.at(-1)?.hasNext ?? false,
    isPrevious: query.isPlaceholderData || (query.data === undefined && good !== undefined),
    isFetching: query.isFetching,
    error: query.error && !isAbort(query.error) ? query.error : undefined,
    readAtMs: newest?.readAtMs ?? 0,
    startedAtMs: pages?.[0]?.readAtMs ?? 0,
    answeredMs: newest?.answeredMs ?? 0,
    loading: loading && { ...loading, stop: () => run.current?.stop.abort() },
    loadThrough,
    reload: async () => {
      await query.refetch();
    },
    stop: () => {
      run.current?.stop.abort();
      void client.cancelQueries({ queryKey });
    },
  };
}
