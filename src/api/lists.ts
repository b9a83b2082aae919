import { LIST_LIMIT_MAX } from '../wire/constants.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { apiUrl } from './urls.ts';
import type { PathParams, QueryParams } from './urls.ts';

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

export type ListWire<R> = {
  /** Template below `/v1/webapi/`. */
  url: string;
  /** `cursor`: continues after a key. `whole`: one answer holds everything. `window`: a span of time, continued by key. */
  paging: 'cursor' | 'whole' | 'window';
  /** Who searches and sorts: the API, or this console over the rows it holds. */
  search: 'server' | 'client';
  params(request: ListRequest): QueryParams;
  /** Asynchronous where a row needs a decoder that is loaded on demand. */
  read(json: unknown): Rows<R> | Promise<Rows<R>>;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A missing or null list has no rows (http-resources §0); anything else that is no list is a broken answer. */
function listOf(json: unknown, key: string): unknown[] {
  const list = isObject(json) ? (json[key] ?? []) : json;
  if (!Array.isArray(list)) throw new ApiError('The server’s answer is not a list', 200);
  return list;
}

const keyOf = (json: unknown): string => (isObject(json) && typeof json.startKey === 'string' ? json.startKey : '');

/**
 * For `{ items, startKey, totalCount }` (http-resources §1). `J` is trusted here and nowhere else; `toRow` must
 * survive missing optional fields. Without a sort the server does not count, so callers always send one.
 */
export const cursorList = <J, R>(url: string, toRow: (json: J) => R): ListWire<R> => ({
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
    const rows = (listOf(json, 'items') as J[]).map(toRow);
    const total = isObject(json) && typeof json.totalCount === 'number' ? json.totalCount : undefined;
    return { rows, next: keyOf(json), ...(total !== undefined && { total }) };
  },
});

/** For an answer that is the list itself, or `null` when there is nothing (http-auth §10, http-resources §2.1, §11.1). */
export const wholeList = <J, R>(
  url: string,
  decoder: ((json: J) => R) | { load: () => Promise<(json: J) => R> },
): ListWire<R> => ({
  url,
  paging: 'whole',
  search: 'client',
  params: () => ({}),
  read(json) {
    const items = (json === null ? [] : listOf(json, '')) as J[];
    const toRows = (toRow: (json: J) => R): Rows<R> => ({ rows: items.map(toRow), next: '', total: items.length });
    return typeof decoder === 'function' ? toRows(decoder) : decoder.load().then(toRows);
  },
});

/** For `{ events, startKey }` between two moments (http-resources §10.1). */
export const windowList = <J, R>(url: string, toRow: (json: J) => R): ListWire<R> => ({
  url,
  paging: 'window',
  search: 'client',
  params: ({ limit, startKey = '', from, to }) => ({
    from: from?.toISOString(),
    to: to?.toISOString(),
    limit,
    startKey,
    include: '',
  }),
  read: (json) => ({ rows: (listOf(json, 'events') as J[]).map(toRow), next: keyOf(json) }),
});

/** One request. `path` fills the parts of the template. */
export async function fetchRows<R>(
  list: ListWire<R>,
  path: PathParams,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<Rows<R>> {
  return list.read(await call(apiUrl(list.url, path, list.params(request)), { signal }));
}
