import type { Resource } from '../../descriptors/defineResource.ts';
import { fieldNamed } from '../../descriptors/rows.ts';
import { DEFAULT_RANGE, rangeParams, readRange, readSpan, spanText, type Range, type Span } from '../window/range.ts';
import { filterFrom, filterRequest, type Filter, type FilterRequest } from './filter.ts';

const DENSITIES = ['compact', 'regular', 'relaxed'] as const;
type Density = (typeof DENSITIES)[number];

/** Height of a row with its line, in pixels. */
export const ROW_PX: Readonly<Record<Density | 'phone', number>> = { compact: 28, regular: 34, relaxed: 42, phone: 60 };
export const HEAD_PX = 30;

const isDensity = (text: string): text is Density => DENSITIES.some((density) => density === text);
export const nextDensity = (density: Density): Density =>
  DENSITIES[(DENSITIES.indexOf(density) + 1) % DENSITIES.length] ?? 'regular';

export type Sort = { field: string; order: 'ASC' | 'DESC' };

/** The row under the cursor and its index at that time; `id` is undefined if the row was not loaded yet. */
type RowPosition = { index: number; id: string | undefined };

/** The complete state of a list that a link carries. Values that equal the default are left out of the address. */
export type ListParams = {
  filter: Filter;
  sort: Sort;
  /** Ids of the columns in order; undefined: as declared. */
  columns: readonly string[] | undefined;
  density: Density;
  /** For lists over time: the requested range, and the part of it that is shown. */
  range: Range;
  span: Span | undefined;
  /** The list follows new rows as they come. */
  tail: boolean;
  /** Name of the saved view that the list started from. Empty: no view, although the list would open with one. */
  view: string | undefined;
  /** Undefined until the user has moved the cursor. */
  row: RowPosition | undefined;
};

/** Whether the list supports conditions. Other lists search the typed text as it is. */
export const takesConditions = ({ wire, predicate }: Resource): boolean =>
  wire.list.search === 'server' || predicate !== undefined;

/** The request for the filter on this list. */
export function requestOf(resource: Resource, filter: Filter): FilterRequest {
  if (takesConditions(resource)) return filterRequest(filter);
  const text = filter.mode === 'chips' ? filter.text.trim() : '';
  return text ? { search: text } : {};
}

export const isFiltering = (resource: Resource, filter: Filter): boolean =>
  Object.keys(requestOf(resource, filter)).length > 0;

const wireName = (resource: Resource, source: string): string => {
  const sort = fieldNamed(resource, source)?.sort;
  return typeof sort === 'string' ? sort : source;
};

/**
 * `hostname:desc`, with names of the wire, as links of other consoles write it. Without a direction it is ascending.
 */
function readSort(resource: Resource, text: string): Sort {
  const [name = '', direction] = text.split(':');
  const field = resource.fields.find((candidate) => candidate.sort && wireName(resource, candidate.source) === name);
  return field ? { field: field.source, order: direction === 'desc' ? 'DESC' : 'ASC' } : resource.list.sort;
}

/** `118:web-7`: counted from 1, as the foot of the list counts. The index states how far to load to reach the row. */
function readRow(text: string): RowPosition | undefined {
  const [, position, id] = /^([1-9]\d{0,8})(?::(.+))?$/s.exec(text) ?? [];
  return position === undefined ? undefined : { index: Number(position) - 1, id };
}

const rowText = ({ index, id }: RowPosition): string => (id === undefined ? `${index + 1}` : `${index + 1}:${id}`);

/** The request of a list as one string. Another string means other rows, and the list starts at the top. */
export const questionOf = (resource: Resource, { filter, sort, range, span }: ListParams): string =>
  JSON.stringify([requestOf(resource, filter), sort, range, span]);

/** Reads any address. Missing or invalid parts become the declared defaults. */
export function readListState(resource: Resource, address: string): ListParams {
  const params = new URLSearchParams(address);
  const density = params.get('density') ?? '';
  const columns = params.get('cols');
  const search = params.get('search') ?? '';
  return {
    filter: takesConditions(resource)
      ? filterFrom({ search, query: params.get('query') ?? '' })
      : { mode: 'chips', chips: [], text: search },
    sort: readSort(resource, params.get('sort') ?? ''),
    columns: columns === null ? undefined : columns.split(',').filter(Boolean),
    density: isDensity(density) ? density : 'regular',
    range: resource.wire.list.paging === 'window' ? readRange(params) : DEFAULT_RANGE,
    span: readSpan(params.get('span') ?? ''),
    tail: params.get('tail') === 'on',
    view: params.get('view') ?? undefined,
    row: readRow(params.get('row') ?? ''),
  };
}

/** The address for a state. Keeps parameters in `address` that are not the list's. Starts with `?` or is empty. */
export function writeListState(resource: Resource, state: ListParams, address: string): string {
  const { filter, sort, columns, density, range, span, tail, view, row } = state;
  const request = requestOf(resource, filter);
  const isDefaultSort = sort.field === resource.list.sort.field && sort.order === resource.list.sort.order;
  const sorted = `${wireName(resource, sort.field)}:${sort.order === 'DESC' ? 'desc' : 'asc'}`;
  const own = {
    search: request.search,
    query: request.query,
    sort: isDefaultSort ? undefined : sorted,
    cols: columns?.join(','),
    density: density === 'regular' ? undefined : density,
    ...(resource.wire.list.paging === 'window' && rangeParams(range)),
    span: span && spanText(span),
  };
  // An address with only the view's name would mean the view as it was saved.
  const isBare = view && Object.values(own).every((value) => value === undefined);
  const ours = {
    ...own,
    ...(isBare && { sort: sorted }),
    tail: tail ? 'on' : undefined,
    view,
    row: row && rowText(row),
  };
  const params = new URLSearchParams(address);
  for (const [name, value] of Object.entries(ours)) {
    params.delete(name);
    if (value !== undefined) params.set(name, value);
  }
  // Colons, commas and at signs need no encoding in a query string, and people read links too.
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%40', '@');
  return text && `?${text}`;
}

/** A click on a column head: reverses the sorted column, sorts another one ascending. */
export const sortBy = (sort: Sort, field: string): Sort => ({
  field,
  order: sort.field === field && sort.order === 'ASC' ? 'DESC' : 'ASC',
});
