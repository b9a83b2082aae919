import { at, isObject, textAt } from '../lib/json.ts';
import { LIST_LIMIT_MAX, LIST_PAGE, WINDOW_PAGE } from '../wire/constants.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { apiUrl, type PathParams, type QueryParams } from './urls.ts';

/** What a list may be asked for; each way of paging uses the part that its endpoint knows. */
export type ListRequest = {
  limit: number;
  /** Opaque; the `next` of the answer before, empty for the first page. */
  startKey?: string;
  search?: string;
  query?: string;
  /** Wire name of the field. */
  sort?: { field: string; descending: boolean } | undefined;
  from?: Date;
  to?: Date;
};

/** One answer: `next` is empty on the last page, `total` absent where the server does not count. */
export type Rows<R> = { rows: R[]; next: string; total?: number };

/** Where a server with the feature counts a list over time, beyond the rows that are loaded (http-resources §10.8). */
export type RangeWire = { feature: string; facets: string; histogram: string };

export type ListWire<R> = {
  /** Template below `/v1/webapi/`. */
  url: string;
  /** `cursor`: continues after a key. `whole`: one answer holds everything. `window`: a span of time, continued by key. */
  paging: 'cursor' | 'whole' | 'window';
  /** Who searches and sorts: the API, or this console over the rows it holds. */
  search: 'server' | 'client';
  /** Of a list over time: the server can filter and count it too, where it has the feature. */
  range?: RangeWire;
  params(request: ListRequest): QueryParams;
  /** Asynchronous where a row needs a decoder that is loaded on demand. */
  read(json: unknown): Rows<R> | Promise<Rows<R>>;
  /** Adds what another call knows of the rows. */
  complete?(rows: R[], path: PathParams, signal?: AbortSignal): Promise<R[]>;
};

/** A list that comes in one answer is never cut here: there would be no second page to ask for. */
const PAGE_ROWS: Readonly<Record<ListWire<never>['paging'], number>> = {
  cursor: LIST_PAGE,
  window: WINDOW_PAGE,
  whole: Number.MAX_SAFE_INTEGER,
};

/** How many rows a page of the list has. */
export const pageRows = ({ paging }: Pick<ListWire<never>, 'paging'>): number => PAGE_ROWS[paging];

/** What an item is trusted to be is written in the decoder; it must survive missing optional fields. */
type Decoder<R> = (json: never) => R;

/** A missing or null list has no rows (http-resources §0); anything else that is no list is a broken answer. */
function toRows<R>(list: unknown, toRow: Decoder<R>): R[] {
  const items = list ?? [];
  if (!Array.isArray(items)) throw new ApiError('The server’s answer is not a list', 200);
  return items.map((item) => toRow(item as never));
}

/** For `{ items, startKey, totalCount }` (http-resources §1). Without a sort the server does not count: always send one. */
export const cursorList = <R>(url: string, toRow: Decoder<R>): ListWire<R> => ({
  url,
  paging: 'cursor',
  search: 'server',
  params: ({ limit, startKey = '', search = '', query = '', sort }) => ({
    searchAsRoles: '',
    limit: Math.min(limit, LIST_LIMIT_MAX),
    startKey,
    query,
    search,
    sort: sort ? `${sort.field}:${sort.descending ? 'desc' : 'asc'}` : '',
  }),
  read(json) {
    const rows = toRows(at(json, 'items'), toRow);
    const total = at(json, 'totalCount');
    return { rows, next: textAt(json, 'startKey'), ...(typeof total === 'number' && { total }) };
  },
});

/** A decoder, or where it is when it should not be part of the first load. */
type DecoderSource<R> = Decoder<R> | { load: () => Promise<Decoder<R>> };

/** Reads with the decoder, at once where it is here. */
const decoded = <R, T>(source: DecoderSource<R>, read: (toRow: Decoder<R>) => T): T | Promise<T> =>
  typeof source === 'function' ? read(source) : source.load().then(read);

/**
 * For an answer that is the list itself, or `null` when there is nothing (http-auth §10, http-resources §2.1, §11.1);
 * with `key`, also for one that holds the list below it, or a part of it and the key of the next (http-resources §9, §14.1,
 * §21): `fetchRows` reads all parts.
 */
export const wholeList = <R>(url: string, decoder: DecoderSource<R>, key?: string): ListWire<R> => ({
  url,
  paging: 'whole',
  search: 'client',
  params: ({ startKey = '' }) => (startKey === '' ? {} : { startKey }),
  read: (json) =>
    decoded(decoder, (toRow): Rows<R> => {
      const rows = toRows(key !== undefined && isObject(json) ? json[key] : json, toRow);
      return { rows, next: textAt(json, 'startKey') || textAt(json, 'nextKey'), total: rows.length };
    }),
});

/** For `{ events, startKey }` between two moments, the newest first (http-resources §10.1). */
export const windowList = <R>(url: string, decoder: DecoderSource<R>, range?: RangeWire): ListWire<R> => ({
  url,
  paging: 'window',
  search: 'client',
  ...(range && { range }),
  params: ({ limit, startKey = '', from, to, search, query }) => ({
    from: from?.toISOString(),
    to: to?.toISOString(),
    limit,
    startKey,
    include: '',
    search,
    query,
  }),
  read: (json) =>
    decoded(decoder, (toRow): Rows<R> => ({
      rows: toRows(at(json, 'events'), toRow),
      next: textAt(json, 'startKey'),
    })),
});

/** Keys in a circle would be asked for without end. A list that began anew repeats each once (http-resources §1.2). */
export function checkKey(next: string, asked: readonly string[]): void {
  const first = asked.indexOf(next);
  if (next && first >= 0 && (next === asked.at(-1) || first < asked.lastIndexOf(next)))
    throw new ApiError('The server repeats a page of the list', 200);
}

/** A search for words in a list over time answers after so many rows looked at, whether one is found or not (http-resources §10.8). */
const FOUND_ROWS = 100;

/** A server that reads its storage in parts sends pages without rows between others. So many are read over at a time. */
const EMPTY_PAGES_MAX = 10;

/**
 * One page, or all of a whole list; a search that has found little so far goes on, and so does a list without any row so
 * far, up to a limit: no rows with a `next` are not an empty list. `path` fills the parts of the template.
 */
export async function fetchRows<R>(
  list: ListWire<R>,
  path: PathParams,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<Rows<R>> {
  const asked: string[] = [];
  const page = async (startKey = request.startKey ?? ''): Promise<Rows<R>> => {
    asked.push(startKey);
    const rows = await list.read(await call(apiUrl(list.url, path, list.params({ ...request, startKey })), { signal }));
    checkKey(rows.next, asked);
    return rows;
  };
  const completed = async (rows: Rows<R>): Promise<Rows<R>> =>
    list.complete ? { ...rows, rows: await list.complete(rows.rows, path, signal) } : rows;
  let found = await page();
  const isWhole = list.paging === 'whole';
  const isSearch = list.paging === 'window' && (request.search ?? request.query) !== undefined;
  const rowsWanted = isWhole ? Infinity : isSearch ? FOUND_ROWS : 1;
  const pagesMax = isWhole || isSearch ? Infinity : EMPTY_PAGES_MAX;
  for (let pages = 1; found.next !== '' && found.rows.length < rowsWanted && pages < pagesMax; pages++) {
    const more = await page(found.next);
    const rows = [...found.rows, ...more.rows];
    found = { ...more, rows, ...(isWhole && { total: rows.length }) };
  }
  return completed(found);
}
