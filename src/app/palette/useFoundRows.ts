import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useDataProvider, type DataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { isAbort } from '../../lib/work.ts';
import { NO_MATCH } from './entry.ts';
import { matchRow, matchTitle, type Searched } from './rowEntries.ts';
import type { Match } from './match.ts';
import type { PaletteInput } from './paletteEntries.ts';

/** The delay after the last keystroke before servers are searched. */
const REST_MS = 150;
const ASKED = 20;
/** Lists over time, such as recordings, are searched in the last days. */
const WINDOW_MS = 7 * 24 * 3600_000;

type FoundRow = { row: Row; match: Match };

/** The results of one resource. While the request is pending: the rows that other pages have already loaded. */
export type FoundRows = Searched & { rows: readonly FoundRow[] } & (
    { state: 'asking' } | { state: 'answered'; total: number; tookMs: number } | { state: 'failed'; why: string }
  );

const ranked = (rows: Iterable<Row>, matchOf: (row: Row) => Match | undefined): readonly FoundRow[] => {
  const found: FoundRow[] = [];
  for (const row of rows) {
    const match = matchOf(row);
    if (match) found.push({ row, match });
  }
  return found.sort((a, b) => b.match.points - a.match.points);
};

/** Rows of a list that any page has loaded. */
function rowsHere(client: QueryClient, name: string): Iterable<Row> {
  const lists = client.getQueriesData<InfiniteData<{ data: readonly Row[] }>>({ queryKey: [name, 'getInfiniteList'] });
  const rows = lists.flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? []);
  return new Map(rows.map((row) => [row.id, row])).values();
}

async function ask(
  dataProvider: DataProvider,
  { resource, name }: Searched,
  text: string,
  signal: AbortSignal,
): Promise<{ rows: readonly Row[]; total: number }> {
  const { search, paging } = resource.wire.list;
  const now = Date.now();
  const { data, total } = await dataProvider.getList<Row>(name, {
    ...(paging !== 'whole' && { pagination: { page: 1, perPage: search === 'server' ? ASKED : 1000 } }),
    sort: resource.list.sort,
    filter: {
      ...(search === 'server' && { search: text }),
      ...(paging === 'window' && { from: new Date(now - WINDOW_MS), to: new Date(now) }),
    },
    signal,
  });
  return { rows: data, total: total ?? data.length };
}

/**
 * Matching rows of all resources: loaded rows at once, then the results of the servers. Each resource succeeds or fails
 * separately. Obsolete searches are aborted.
 */
export function useFoundRows(searched: readonly Searched[], { sign, text }: PaletteInput): readonly FoundRows[] {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const [answers, setAnswers] = useState<{ query: string; found: ReadonlyMap<string, FoundRows> }>();
  const query = `${sign}${text}`;
  const isAsked = text !== '' && sign !== '>';

  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    const note = (found: FoundRows) =>
      setAnswers((last) => ({ query, found: new Map(last?.query === query ? last.found : []).set(found.name, found) }));
    const search = async (list: Searched) => {
      const begun = performance.now();
      try {
        const { rows, total } = await ask(dataProvider, list, text, stop.signal);
        const isServers = list.resource.wire.list.search === 'server';
        const fitting = ranked(rows, (row) => matchRow(list.resource, row, text) ?? (isServers ? NO_MATCH : undefined));
        const tookMs = Math.round(performance.now() - begun);
        note({ ...list, rows: fitting, state: 'answered', total: isServers ? total : fitting.length, tookMs });
      } catch (error) {
        if (!stop.signal.aborted && !isAbort(error))
          note({ ...list, rows: [], state: 'failed', why: describeFailure(error).why });
      }
    };
    const timer = setTimeout(() => {
      for (const list of searched) void search(list);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, isAsked, text, searched, dataProvider]);

  if (!isAsked) return [];
  return searched.map((list): FoundRows => {
    const answer = answers?.query === query ? answers.found.get(list.name) : undefined;
    if (answer) return answer;
    return {
      ...list,
      rows: ranked(rowsHere(client, list.name), (row) => matchTitle(list.resource, row, text)),
      state: 'asking',
    };
  });
}
