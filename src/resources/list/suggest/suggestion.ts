import type { Chip } from '../../../wire/predicate/chips.ts';
import type { Facet } from '../facets.ts';

/** What conditions on the current rows can use. */
export type Vocabulary = {
  /** Labels of the loaded rows. */
  facets: readonly Facet[];
  /** Names of the loaded rows; called only where the user writes a name. */
  names: () => readonly string[];
  /** Paths in the document of a row, below `resource`. */
  paths: readonly string[];
};

/** A continuation: a complete condition, or a new text of the field and its caret. */
export type Suggestion = {
  label: string;
  /** What it is, or how many of the loaded rows have it. */
  hint: string;
} & ({ kind: 'enter'; chip: Chip } | { kind: 'complete'; text: string; caret: number });

/** Items that begin with the text first, then items that contain it. */
export function matching<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  needle: string,
  max: number,
): readonly T[] {
  const low = needle.toLowerCase();
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
