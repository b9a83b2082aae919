import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { searchRows } from '../../descriptors/rows.ts';
import { evaluatePredicate, type PredicateItem } from '../../wire/predicate/evaluate.ts';
import { predicateItem } from '../../wire/predicate/predicateItem.ts';
import { parsePredicate, type Operand, type Predicate } from '../../wire/predicate/query.ts';
import { matchesSearch, searchTokens } from '../../wire/predicate/search.ts';
import type { FilterRequest } from './filter.ts';

/** Keeps the predicate item of a row as long as the row lives. */
const items = new WeakMap<Row, PredicateItem>();

function itemOf(resource: Resource, row: Row): PredicateItem | undefined {
  const cached = items.get(row);
  if (cached || !resource.predicate) return cached;
  const spec = resource.predicate;
  const item = predicateItem({ name: spec.name(row), labels: spec.labels(row), values: spec.values(row) });
  items.set(row, item);
  return item;
}

/** Prepares the rows for matching, so that the first keystroke is fast. Prepared rows cost nothing. */
export function prepareMatching(resource: Resource, rows: readonly Row[]): void {
  for (const row of rows) itemOf(resource, row);
}

const isResource = (operand: Operand): boolean =>
  operand.kind === 'resource' || (operand.kind === 'condition' && asksResource(operand.condition));

/** Whether the predicate reads the document, which only the server has. */
export function asksResource(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'all':
    case 'any':
      return predicate.terms.some(asksResource);
    case 'not':
      return asksResource(predicate.of);
    case 'compare':
      return isResource(predicate.left) || isResource(predicate.right);
    case 'search':
      return predicate.args.some(isResource);
    case 'exists':
      return false;
    default:
      return predicate satisfies never;
  }
}

/**
 * The loaded rows that match, shown until the server answers. Undefined if only the server can tell: the query has a
 * mistake, or needs data that rows do not have.
 */
export function matchLocally(
  resource: Resource,
  rows: readonly Row[],
  { search = '', query = '' }: FilterRequest,
): readonly Row[] | undefined {
  const parsed = query ? parsePredicate(query) : undefined;
  if (!resource.predicate || (parsed && (!parsed.ok || asksResource(parsed.ast)))) return undefined;
  const tokens = searchTokens(search);
  return rows.filter((row) => {
    const item = itemOf(resource, row);
    if (!item) return false;
    return matchesSearch(tokens, item.searchValues) && (!parsed?.ok || evaluatePredicate(parsed.ast, item));
  });
}

const none: readonly Row[] = [];

/** The matches of a list that the browser searches. Without a predicate the words are searched in its columns. */
export const findHere = (resource: Resource, rows: readonly Row[], request: FilterRequest): readonly Row[] =>
  resource.predicate
    ? (matchLocally(resource, rows, request) ?? none)
    : searchRows(resource, rows, request.search ?? '');
