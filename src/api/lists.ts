import { at, isObject, textAt } from '../lib/json.ts';
import { LIST_LIMIT_MAX, LIST_PAGE, WINDOW_PAGE } from '../wire/constants.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { apiUrl, type PathParams, type QueryParams } from './urls.ts';

/** The parameters of a list request. Each kind of paging uses those that its endpoint knows. */
export type ListRequest = {
  limit: number;
  /** Opaque: the `next` of the previous response, or empty for the first page. */
  startKey?: string;
  search?: string;
  query?: string;
  /** Wire name of the field. */
  sort?: { field: string; descending: boolean } | undefined;
  from?: Date;
  to?: Date;
};

/** One response. `next` is empty on the last page, and `total` absent if the server does not count. */
export type Rows<R> = { rows: R[]; next: string; total?: number };

/**
 * The endpoints with which a server with the feature counts a list over time, beyond the loaded rows (http-resources
 * §10.8).
 */
export type RangeWire = { feature: string; facets: string; histogram: string };

export type ListWire<R> = {
  /** Template below `/v1/webapi/`. */
  url: string;
  /** `cursor`: continues after a key. `whole`: one response has all rows. `window`: a time range, continued by key. */
  paging: 'cursor' | 'whole' | 'window';
  /** Who searches and sorts: the API, or this console over the loaded rows. */
  search: 'server' | 'client';
  /** For a list over time: the server can also filter and count it, if it has the feature. */
  range?: RangeWire;
  params(request: ListRequest): QueryParams;
  /** Asynchronous if a row needs a decoder that is loaded on demand. */
  read(json: unknown): Rows<R> | Promise<Rows<R>>;
  /** Adds data of other calls to the rows. */
  complete?(rows: R[], path: PathParams, signal?: AbortSignal): Promise<R[]>;
};

/** A list in one response has no limit: there would be no second page to request. */
const PAGE_ROWS: Readonly<Record<ListWire<never>['paging'], number>> = {
  cursor: LIST_PAGE,
  window: WINDOW_PAGE,
  whole: Number.MAX_SAFE_INTEGER,
};

/** The number of rows on a page of the list. */
export const pageRows = ({ paging }: Pick<ListWire<never>, 'paging'>): number => PAGE_ROWS[paging];

/** The decoder defines the type of an item. It must accept missing optional fields. */
type Decoder<R> = (json: never) => R;

/**
 * A missing or null list has no rows (http-resources §0). Any other value that is not an array is a broken response.
 */
export function toRows<R>(list: unknown, toRow: Decoder<R>): R[] {
  const items = list ?? [];
  if (!Array.isArray(items)) throw new ApiError('The server’s answer is not a list that can be read', 200);
  try {
    return items.map((item) => toRow(item as never));
  } catch (cause) {
    throw new ApiError('The server’s answer is not a list that can be read', 200, { cause });
  }
}

/** For `{ items, startKey, totalCount }` (http-resources §1). The server counts only with a sort, else it sends 0. */
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
    const total = Number(at(json, 'totalCount'));
    return { rows, next: textAt(json, 'startKey'), ...(total >= rows.length && { total }) };
  },
});

/** A decoder, or a loader that keeps it out of the first load. */
type DecoderSource<R> = Decoder<R> | { load: () => Promise<Decoder<R>> };

/** Reads with the decoder, synchronously if it is loaded. */
const decoded = <R, T>(source: DecoderSource<R>, read: (toRow: Decoder<R>) => T): T | Promise<T> =>
  typeof source === 'function' ? read(source) : source.load().then(read);

/**
 * For a response that is the list itself, or `null` if it is empty (http-auth §10, http-resources §2.1, §11.1). With
 * `key`, also for a response with the list below that key, or with a part of it and the key of the next part
 * (http-resources §9, §14.1, §21). `fetchRows` reads all parts.
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

/** For `{ events, startKey }` in a time range, newest first (http-resources §10.1). */
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
    decoded(decoder, (toRow): Rows<R> => ({ rows: toRows(at(json, 'events'), toRow), next: textAt(json, 'startKey') })),
});

/**
 * Detects a cycle of keys, which would cause endless requests. A list that restarted repeats each key once
 * (http-resources §1.2).
 */
export function checkKey(next: string, keys: readonly string[]): void {
  const first = keys.indexOf(next);
  if (next && first >= 0 && (next === keys.at(-1) || first < keys.lastIndexOf(next)))
    throw new ApiError('The server repeats a page of the list', 200);
}

/**
 * A text search in a list over time responds after a number of scanned rows, with or without a match (http-resources
 * §10.8).
 */
const FOUND_ROWS = 100;

/**
 * A server that reads its storage in parts can send empty pages in between. At most this many are skipped at a time.
 */
const EMPTY_PAGES_MAX = 10;

/**
 * One page, or all rows of a whole list. A search with few matches so far continues, and so does a list without any row
 * so far, up to a limit: no rows with a `next` are not an empty list. `path` has the parameters of the template.
 */
export async function fetchRows<R>(
  list: ListWire<R>,
  path: PathParams,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<Rows<R>> {
  const keys: string[] = [];
  const page = async (startKey = request.startKey ?? ''): Promise<Rows<R>> => {
    keys.push(startKey);
    const rows = await list.read(await call(apiUrl(list.url, path, list.params({ ...request, startKey })), { signal }));
    checkKey(rows.next, keys);
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
