import type { Resource } from '../../descriptors/defineResource.ts';
import { plural } from '../../lib/numbers.ts';
import { canBeColumn, columnsOf, labelColumnId } from './columns.ts';
import type { Facet } from './facets.ts';

export type ColumnChoice = {
  id: string;
  label: string;
  kind: 'field' | 'label';
  /** How many values a label has among the loaded rows. */
  hint: string | undefined;
  isShown: boolean;
  /** The column with the row's name cannot be hidden or moved. */
  fixed: boolean;
};

/** All possible columns: the shown ones first, in their order, then the rest. */
export function columnChoices(
  resource: Resource,
  shownIds: readonly string[],
  facets: readonly Facet[],
  find: string,
): readonly ColumnChoice[] {
  const position = (id: string): number => (shownIds.includes(id) ? shownIds.indexOf(id) : shownIds.length);
  const fields = canBeColumn(resource).map((field): ColumnChoice => ({
    id: field.source,
    label: field.label,
    kind: 'field',
    hint: undefined,
    isShown: shownIds.includes(field.source),
    fixed: field.source === resource.list.title,
  }));
  // The user can still remove a label that no loaded row carries.
  const unseen = columnsOf(resource, shownIds).flatMap((column) =>
    column.kind === 'label' && !facets.some((facet) => facet.name === column.name)
      ? [{ name: column.name, values: [] }]
      : [],
  );
  const labels = [...facets, ...unseen].map(({ name, values }): ColumnChoice => ({
    id: labelColumnId(name),
    label: name,
    kind: 'label',
    hint: plural(values.length, 'value'),
    isShown: shownIds.includes(labelColumnId(name)),
    fixed: false,
  }));
  const needle = find.trim().toLowerCase();
  const ordered = (choices: readonly ColumnChoice[]): readonly ColumnChoice[] =>
    choices
      .filter((choice) => choice.label.toLowerCase().includes(needle))
      .toSorted((a, b) => position(a.id) - position(b.id));
  return [...ordered(fields), ...ordered(labels)];
}

export const toggleColumn = (shownIds: readonly string[], id: string): readonly string[] =>
  shownIds.includes(id) ? shownIds.filter((other) => other !== id) : insertColumn(shownIds, id);

/** A new label column goes before the column of all labels, next to the fields. */
const insertColumn = (shownIds: readonly string[], id: string): readonly string[] => {
  const at = id === 'labels' ? -1 : shownIds.indexOf('labels');
  return at < 0 ? [...shownIds, id] : shownIds.toSpliced(at, 0, id);
};

/** Moves a column to the position of another. The first position is fixed. */
export function moveColumn(shownIds: readonly string[], id: string, to: number): readonly string[] {
  const from = shownIds.indexOf(id);
  const target = Math.max(1, Math.min(to, shownIds.length - 1));
  return from < 1 || from === target ? shownIds : shownIds.toSpliced(from, 1).toSpliced(target, 0, id);
}
