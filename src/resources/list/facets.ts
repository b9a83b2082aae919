import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';

type FacetValue = { value: string; count: number };
/** One label key with its values, the most frequent first. */
export type Facet = {
  name: string;
  count: number;
  values: readonly FacetValue[];
  /** How many rows have a value that is not listed. */
  others?: number;
};

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Rows of several lists without duplicates. If two lists have the same id, the first list wins. */
export function unionOf(...lists: readonly (readonly Row[])[]): readonly Row[] {
  const [first = [], ...others] = new Set(lists.filter((list) => list.length > 0));
  if (others.length === 0) return first;
  return [...new Map([first, ...others].toReversed().flatMap((list) => list.map((row) => [row.id, row]))).values()];
}

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

function countValues(resource: Resource, rows: readonly Row[], offered: readonly Row[]): Counts {
  const counts = new Map<string, Map<string, number>>();
  const add = (some: readonly Row[], each: number) => {
    for (const row of some) {
      for (const { name, value } of resource.predicate?.labels(row) ?? []) {
        const values = counts.get(name) ?? new Map<string, number>();
        counts.set(name, values.set(value, (values.get(value) ?? 0) + each));
      }
    }
  };
  add(rows, 1);
  if (offered !== rows) add(offered, 0);
  return counts;
}

/** Labels that the platform writes itself (resource-specs §0.2). They describe how a row came about, not what it is. */
const PLATFORM = /^teleport\.(dev|internal|hidden)\//;

/**
 * Keys that most rows have come first. Among these, keys with few values come first, because they divide the rows best.
 * Keys that are the same on all rows, and keys of the platform, come last.
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

/** Values in the declared order. Other values follow, by frequency. */
function inOrder(facet: Facet, order: readonly string[]): Facet {
  const rank = ({ value }: FacetValue): number => (order.includes(value) ? order.indexOf(value) : order.length);
  return { ...facet, values: facet.values.toSorted((a, b) => rank(a) - rank(b)) };
}

/**
 * Counts the values by which rows can be filtered: the declared facets, or else the labels by use. Values that only
 * `offered` rows have get a count of zero, because filtered rows are not representative of all rows.
 */
export function countFacets(
  resource: Resource,
  rows: readonly Row[],
  offered: readonly Row[] = rows,
): readonly Facet[] {
  const facets = [...countValues(resource, rows, offered)].map(([name, values]): Facet => {
    const list = [...values].map(([value, count]) => ({ value, count }));
    list.sort((a, b) => b.count - a.count || byText(a.value, b.value));
    return { name, count: list.reduce((sum, entry) => sum + entry.count, 0), values: list };
  });
  const order = resource.predicate?.facets;
  if (!order) return facets.sort((a, b) => byUse(a, b, rows.length));
  return order.flatMap((wanted) => {
    const { name, order: values = [] } = typeof wanted === 'string' ? { name: wanted } : wanted;
    const facet = facets.find((candidate) => candidate.name === name);
    return facet ? [inOrder(facet, values)] : [];
  });
}

/** New counts in the order on the screen. New entries come last, entries that are gone get a count of zero. */
export function keepOrder(shownFacets: readonly Facet[], counted: readonly Facet[]): readonly Facet[] {
  const merged = <T>(
    before: readonly T[],
    now: readonly T[],
    nameOf: (item: T) => string,
    whenMissing: (item: T) => T,
  ): T[] => {
    const fresh = new Map(now.map((item) => [nameOf(item), item]));
    const kept = before.map((item) => fresh.get(nameOf(item)) ?? whenMissing(item));
    for (const item of before) fresh.delete(nameOf(item));
    return [...kept, ...fresh.values()];
  };
  const noRows = (facetValue: FacetValue): FacetValue => ({ ...facetValue, count: 0 });
  const before = new Map(shownFacets.map((facet) => [facet.name, facet.values]));
  return merged(
    shownFacets,
    counted,
    (facet) => facet.name,
    (facet) => ({ ...facet, count: 0, values: facet.values.map(noRows) }),
  ).map((facet) => ({
    ...facet,
    values: merged(before.get(facet.name) ?? [], facet.values, ({ value }) => value, noRows),
  }));
}
