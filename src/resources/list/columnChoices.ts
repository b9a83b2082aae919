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
  shown: boolean;
  /** The column with the row's name cannot be hidden or moved. */
  fixed: boolean;
};

/** All possible columns: the shown ones first, in their order, then the rest. */
export function columnChoices(
  resource: Resource,
  shown: readonly string[],
  facets: readonly Facet[],
  find: string,
): readonly ColumnChoice[] {
  const position = (id: string): number => (shown.includes(id) ? shown.indexOf(id) : shown.length);
  const fields = canBeColumn(resource).map((field): ColumnChoice => ({
    id: field.source,
    label: field.label,
    kind: 'field',
    hint: undefined,
    shown: shown.includes(field.source),
    fixed: field.source === resource.list.title,
  }));
  // The user can still remove a label that no loaded row carries.
  const unseen = columnsOf(resource, shown).flatMap((column) =>
    column.kind === 'label' && !facets.some((facet) => facet.name === column.name)
      ? [{ name: column.name, values: [] }]
      : [],
  );
  const labels = [...facets, ...unseen].map(({ name, values }): ColumnChoice => ({
    id: labelColumnId(name),
    label: name,
    kind: 'label',
    hint: plural(values.length, 'value'),
    shown: shown.includes(labelColumnId(name)),
    fixed: false,
  }));
  const wanted = find.trim().toLowerCase();
  const ordered = (choices: readonly ColumnChoice[]): readonly ColumnChoice[] =>
    choices
      .filter((choice) => choice.label.toLowerCase().includes(wanted))
      .toSorted((a, b) => position(a.id) - position(b.id));
  return [...ordered(fields), ...ordered(labels)];
}

export const toggleColumn = (shown: readonly string[], id: string): readonly string[] =>
  shown.includes(id) ? shown.filter((other) => other !== id) : insertColumn(shown, id);

/** A new label column goes before the column of all labels, next to the fields. */
const insertColumn = (shown: readonly string[], id: string): readonly string[] => {
  const at = id === 'labels' ? -1 : shown.indexOf('labels');
  return at < 0 ? [...shown, id] : shown.toSpliced(at, 0, id);
};

/** Moves a column to the position of another. The first position is fixed. */
export function moveColumn(shown: readonly string[], id: string, to: number): readonly string[] {
  const from = shown.indexOf(id);
  const target = Math.max(1, Math.min(to, shown.length - 1));
  return from < 1 || from === target ? shown : shown.toSpliced(from, 1).toSpliced(target, 0, id);
}
