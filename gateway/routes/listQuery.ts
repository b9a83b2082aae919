// The parameters that all lists share (http-resources §1.1).
import { LIST_LIMIT_MAX } from '../../src/wire/constants.ts';
import { parsePredicate, type Predicate } from '../../src/wire/predicate/query.ts';
import { searchTokens } from '../../src/wire/predicate/search.ts';
import { type ApiFailure, badRequest, notServed } from '../http/failures.ts';
import type { Sortable } from '../inventory/lists/inventoryList.ts';
import type { ListQuery } from '../store/inventory.ts';
import { isAffordable, SEARCH_TOKENS_MAX } from '../store/predicateCost.ts';
import type { Call } from './api.ts';
import { limitOf } from './limit.ts';

const SEARCH_MAX_CHARS = 1000;
const TOO_MUCH = 'the query has too many conditions. Use fewer';

export type ListParameters = Pick<ListQuery, 'limit' | 'startKey' | 'search' | 'sort'> & {
  /** An invalid query is refused only if there is something to search. */
  predicate: { ok: true; value?: Predicate } | { ok: false; failure: ApiFailure };
};

export function listParameters({ query }: Pick<Call, 'query'>, sortable: Sortable): ListParameters {
  const limit = toLimit(query('limit'));
  const sort = toSort(query('sort'), sortable);
  return {
    limit,
    startKey: query('startKey'),
    search: toSearch(query('search')),
    predicate: toPredicate(query('query')),
    ...(sort && { sort }),
  };
}

function toLimit(text: string): number {
  const limit = limitOf(text);
  if (limit < 0) throw badRequest('negative parameter limit');
  return limit === 0 ? LIST_LIMIT_MAX : Math.min(limit, LIST_LIMIT_MAX);
}

/** `field` or `field:dir`. A lone colon is ignored, and only `desc` reverses the order. */
function toSort(text: string, { resource, columns }: Sortable): ListQuery['sort'] {
  const [field = '', direction] = text.split(':');
  if (field === '') return undefined;
  if (columns === 'none') throw notServed(`resource type "${resource}" is not supported for listResourcesWithSort`);
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  if (!column) throw notServed(`sorting by field "${field}" for resource "${resource}" is not supported`);
  return { column, descending: direction === 'desc' };
}

/**
 * A cluster accepts any number of words. The limit is above a user's search, because each word is searched in every
 * row.
 */
export function toSearch(text: string): readonly string[] {
  if (text.length > SEARCH_MAX_CHARS) throw badRequest(`search has more than ${SEARCH_MAX_CHARS} characters`);
  const tokens = [...new Set(searchTokens(text))];
  if (tokens.length > SEARCH_TOKENS_MAX) throw badRequest(`search has more than ${SEARCH_TOKENS_MAX} words`);
  return tokens;
}

/** `budget`: the maximum cost of the query, as in predicateCost.ts. */
export function toPredicate(text: string, budget?: number): ListParameters['predicate'] {
  if (text === '') return { ok: true };
  const parsed = parsePredicate(text);
  if (!parsed.ok) {
    return { ok: false, failure: badRequest(`failed to parse predicate expression: ${parsed.message}`) };
  }
  if (!isAffordable(parsed.ast, budget)) return { ok: false, failure: badRequest(TOO_MUCH) };
  return { ok: true, value: parsed.ast };
}
