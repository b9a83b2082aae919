import type { PredicateItem } from './evaluate.ts';

type Label = { name: string; value: string };
type Parts = { name: string; labels: readonly Label[]; values: readonly string[] };

/**
 * The query view of an item without a document: its name, labels and texts. A label with several values can occur
 * several times.
 */
export function predicateItem({ name, labels, values }: Parts): PredicateItem {
  const valuesOf = new Map<string, readonly string[]>();
  for (const label of labels) valuesOf.set(label.name, [...(valuesOf.get(label.name) ?? []), label.value]);
  return {
    name,
    labels: Object.fromEntries(labels.map((label) => [label.name, label.value])),
    several: Object.fromEntries([...valuesOf].filter(([, all]) => all.length > 1)),
    resource: undefined,
    // Searches ignore case, and lower-case text is quicker to compare.
    searchValues: [...values, ...labels.flatMap((label) => [label.name, label.value])].map((text) =>
      text.toLowerCase(),
    ),
  };
}
