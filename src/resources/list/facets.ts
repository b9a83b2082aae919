import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';

type FacetValue = { value: string; count: number };
/** One label key, its values the most frequent first. */
export type Facet = { name: string; count: number; values: readonly FacetValue[] };

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Rows of several lists without doubles; an id that both hold comes from the first. */
export function unionOf(...lists: readonly (readonly Row[])[]): readonly Row[] {
  const [first = [], ...others] = new Set(lists.filter((list) => list.length > 0));
  if (others.length === 0) return first;
  return [...new Map([first, ...others].toReversed().flatMap((list) => list.map((row) => [row.id, row]))).values()];
}

function countValues(resource: Resource, rows: readonly Row[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const row of rows) {
    for (const { name, value } of resource.predicate?.labels(row) ?? []) {
      const values = counts.get(name) ?? new Map<string, number>();
      counts.set(name, values.set(value, (values.get(value) ?? 0) + 1));
    }
  }
  return counts;
}

/** What the platform writes on rows for itself (resource-specs §0.2): it says how a row came about, not what it is. */
const PLATFORM = /^teleport\.(dev|internal|hidden)\//;

/**
 * Keys that most rows carry come first; among these, keys with few values, since they divide the rows best. What tells no
 * rows apart, and what the platform wrote itself, comes last.
 */
function byUse(a: Facet, b: Facet, rows: number): number {
  const divides = ({ values, count }: Facet): number => Number(values.length > 1 || count < rows);
  const isOwn = ({ name }: Facet): number => Number(!PLATFORM.test(name));
  return (
    isOwn(b) - isOwn(a) ||
    divides(b) - divides(a) ||
    b.count - a.count ||
    a.values.length - b.values.length ||
    byText(a.name, b.name)
  );
}

/** Values in the order that is declared; those that it does not name come after, by their use. */
function inOrder(facet: Facet, order: readonly string[]): Facet {
  const place = ({ value }: FacetValue): number => (order.includes(value) ? order.indexOf(value) : order.length);
  return { ...facet, values: facet.values.toSorted((a, b) => place(a) - place(b)) };
}

/** What the rows can be told apart by, counted: as the resource declares it, else their labels by their use. */
export function countFacets(resource: Resource, rows: readonly Row[]): readonly Facet[] {
  const facets = [...countValues(resource, rows)].map(([name, values]): Facet => {
    const list = [...values].map(([value, count]) => ({ value, count }));
    list.sort((a, b) => b.count - a.count || byText(a.value, b.value));
    return { name, count: list.reduce((sum, one) => sum + one.count, 0), values: list };
  });
  const order = resource.predicate?.facets;
  if (!order) return facets.sort((a, b) => byUse(a, b, rows.length));
  return order.flatMap((wanted) => {
    const { name, order: values = [] } = typeof wanted === 'string' ? { name: wanted } : wanted;
    const facet = facets.find((one) => one.name === name);
    return facet ? [inOrder(facet, values)] : [];
  });
}
