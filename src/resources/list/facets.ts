import type { Resource, Row } from '../../descriptors/defineResource.ts';

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

/**
 * Labels of the rows, counted. Keys that most rows carry come first; among these, keys with few values, since they
 * divide the rows best.
 */
export function countFacets(resource: Resource, rows: readonly Row[]): readonly Facet[] {
  const counts = new Map<string, Map<string, number>>();
  for (const row of rows) {
    for (const { name, value } of resource.predicate?.labels(row) ?? []) {
      const values = counts.get(name) ?? new Map<string, number>();
      counts.set(name, values.set(value, (values.get(value) ?? 0) + 1));
    }
  }
  return [...counts]
    .map(([name, values]): Facet => {
      const list = [...values].map(([value, count]) => ({ value, count }));
      list.sort((a, b) => b.count - a.count || byText(a.value, b.value));
      return { name, count: list.reduce((sum, one) => sum + one.count, 0), values: list };
    })
    .sort((a, b) => b.count - a.count || a.values.length - b.values.length || byText(a.name, b.name));
}
