import type { Chip } from '../../../wire/predicate/chips.ts';
import type { Facet } from '../facets.ts';

/** What can be asked of the rows at hand. */
export type Vocabulary = {
  /** Labels of what is loaded. */
  facets: readonly Facet[];
  /** Names of what is loaded; asked for only where a name is written. */
  names: () => readonly string[];
  /** Places in the document of a row, below `resource`. */
  paths: readonly string[];
};

/** A way to go on writing: a whole condition, or what the field says then and where one writes on. */
export type Suggestion = {
  label: string;
  /** What it is, or how many of the loaded rows have it. */
  hint: string;
} & ({ kind: 'enter'; chip: Chip } | { kind: 'complete'; text: string; caret: number });

/** What begins with the text, and behind that what only holds it. */
export function matching<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  wanted: string,
  max: number,
): readonly T[] {
  const low = wanted.toLowerCase();
  const beginning: T[] = [];
  const holding: T[] = [];
  for (const item of items) {
    const at = textOf(item).toLowerCase().indexOf(low);
    if (at === 0) beginning.push(item);
    else if (at > 0 && holding.length < max) holding.push(item);
    if (beginning.length >= max) break;
  }
  return [...beginning, ...holding].slice(0, max);
}
