// The parameters that all lists share (http-resources §1.1).
import { LIST_LIMIT_MAX } from '../../src/wire/constants.ts';
import { parsePredicate, type Predicate } from '../../src/wire/predicate/query.ts';
import { searchTokens } from '../../src/wire/predicate/search.ts';
import { type ApiFailure, badRequest, notServed } from '../http/failures.ts';
import type { ListQuery, SortColumn } from '../store/inventory.ts';
import type { Call } from './api.ts';
import { limitOf } from './limit.ts';

export type ListParameters = Pick<ListQuery, 'limit' | 'startKey' | 'search' | 'sort'> & {
  /** A query that cannot be read is refused only where there is something to look through. */
  predicate: { ok: true; value?: Predicate } | { ok: false; failure: ApiFailure };
};

export type Sortable = {
  /** What the wire's refusal calls the resource: `node`, `app_server`. */
  resource: string;
  /** Field of the `sort` parameter → column; none: the list cannot be sorted at all. */
  columns: Readonly<Record<string, SortColumn>> | 'none';
};

export function listParameters({ query }: Pick<Call, 'query'>, sortable: Sortable): ListParameters {
  const limit = toLimit(query('limit'));
  const sort = toSort(query('sort'), sortable);
  return {
    limit,
    startKey: query('startKey'),
    search: searchTokens(query('search')),
    predicate: toPredicate(query('query')),
    ...(sort && { sort }),
  };
}

function toLimit(text: string): number {
  const limit = limitOf(text);
  if (limit < 0) throw badRequest('negative parameter limit');
  return limit === 0 ? LIST_LIMIT_MAX : Math.min(limit, LIST_LIMIT_MAX);
}

/** `field` or `field:dir`; a lone colon is no sort, and only `desc` turns the order round. */
function toSort(text: string, { resource, columns }: Sortable): ListQuery['sort'] {
  const [field = '', direction] = text.split(':');
  if (field === '') return undefined;
  if (columns === 'none') throw notServed(`resource type "${resource}" is not supported for listResourcesWithSort`);
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  if (!column) throw notServed(`sorting by field "${field}" for resource "${resource}" is not supported`);
  return { column, descending: direction === 'desc' };
}

function toPredicate(text: string): ListParameters['predicate'] {
  if (text === '') return { ok: true };
  const parsed = parsePredicate(text);
  return parsed.ok
    ? { ok: true, value: parsed.ast }
    : { ok: false, failure: badRequest(`failed to parse predicate expression: ${parsed.message}`) };
}
