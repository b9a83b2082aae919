import type { Resource } from '../../descriptors/defineResource.ts';
import type { Field, Width } from '../../descriptors/model/fieldModel.ts';
import type { Row } from '../../descriptors/row.ts';
import { isColumn } from '../../descriptors/rows.ts';

/** A column is a field of the resource, or one label across all rows. */
export type Column = { id: string; width: Width } & ({ kind: 'field'; field: Field } | { kind: 'label'; name: string });

const LABEL_PREFIX = 'label:';
export const labelColumnId = (name: string): string => LABEL_PREFIX + name;

/** Wide enough for the key in its monospaced head, up to a limit. Spare width goes to the values. */
const LABEL_MAX = 120;
const labelWidth = (name: string): number => Math.min(LABEL_MAX, Math.max(64, 24 + 8 * name.length));

const fieldColumn = (field: Field): Column => ({
  id: field.source,
  kind: 'field',
  field,
  width: (field.list !== false && field.list?.width) || [120, 240],
});

const labelColumn = (name: string): Column => ({
  id: labelColumnId(name),
  kind: 'label',
  name,
  width: [labelWidth(name), LABEL_MAX],
});

export const canBeColumn = (resource: Resource): readonly Field[] => resource.fields.filter(isColumn);

export const defaultColumnIds = (resource: Resource): readonly string[] =>
  canBeColumn(resource)
    .filter((field) => field.list === undefined || field.list === false || !field.list.hidden)
    .map((field) => field.source);

/**
 * The columns for the ids in the address, in its order. Unknown ids are skipped. The column with the row's name is
 * always first.
 */
export function columnsOf(resource: Resource, ids: readonly string[] = defaultColumnIds(resource)): readonly Column[] {
  const fields = canBeColumn(resource);
  const hasLabels = fields.some((field) => field.kind === 'labels');
  const columns = [...new Set([resource.list.title, ...ids])].flatMap((id): Column[] => {
    if (id.startsWith(LABEL_PREFIX) && hasLabels) return [labelColumn(id.slice(LABEL_PREFIX.length))];
    const field = fields.find((candidate) => candidate.source === id);
    return field ? [fieldColumn(field)] : [];
  });
  return columns;
}

export const shownLabels = (columns: readonly Column[]): ReadonlySet<string> =>
  new Set(columns.flatMap((column) => (column.kind === 'label' ? [column.name] : [])));

/** The least width of a column. */
const REST_MIN = 96;
const minWidth = ({ width }: Column): number =>
  width === 'rest' ? REST_MIN : typeof width === 'number' ? width : width[0];

/** The column to drop next: label columns first, from the right, then fields from the right, never the name. */
const columnToDrop = (columns: readonly Column[]): Column | undefined =>
  columns.findLast((column) => column.kind === 'label') ?? columns.slice(1).at(-1);

/** Drops columns until the rest fits into `available` pixels. */
export function fitColumns(columns: readonly Column[], available: number): readonly Column[] {
  const needed = columns.reduce((sum, column) => sum + minWidth(column), 0);
  const first = needed > available ? columnToDrop(columns) : undefined;
  return first
    ? fitColumns(
        columns.filter((column) => column !== first),
        available,
      )
    : columns;
}

/** Chips need room to be readable, so the other columns shrink to their least width. */
const CHIPS_WANTED = 340;

/** The least width of the column that takes the rest: as much as chips need, if the other columns leave it. */
export function restWidth(columns: readonly Column[], available: number): number {
  const rest = columns.find(({ width }) => width === 'rest');
  const showsChips = rest?.kind === 'field' && (rest.field.kind === 'labels' || rest.field.kind === 'chips');
  if (!showsChips) return REST_MIN;
  const others = columns.reduce((sum, column) => sum + (column === rest ? 0 : minWidth(column)), 0);
  return Math.max(REST_MIN, Math.min(CHIPS_WANTED, Math.floor(available - others)));
}

const track = (width: Width, restPx: number): string => {
  if (width === 'rest') return `minmax(${restPx}px, 1fr)`;
  return typeof width === 'number' ? `${width}px` : `minmax(${width[0]}px, ${width[1]}px)`;
};

/**
 * `grid-template-columns` of head and rows. Without a column that takes the rest, the free space is before the action.
 */
export const gridTracks = (lead: number, columns: readonly Column[], action: number, restPx = REST_MIN): string =>
  [
    `${lead}px`,
    ...columns.map(({ width }) => track(width, restPx)),
    columns.some(({ width }) => width === 'rest') ? `${action}px` : `minmax(${action}px, 1fr)`,
  ].join(' ');

/** The columns that a resource declares for a phone: the name, the line below it, and the value at the end. */
export function phoneLines(resource: Resource): readonly Column[] {
  const { phone } = resource.list;
  const sources = phone ? [phone.name, ...phone.meta, ...(phone.end === undefined ? [] : [phone.end])] : [];
  return sources.flatMap((source) => resource.fields.filter((field) => field.source === source).map(fieldColumn));
}

/** On a phone a row has two lines: the name, and below it one label and one field. */
export function phoneColumns(columns: readonly Column[]): readonly Column[] {
  const [title, ...others] = columns;
  const label = others.findLast((column) => column.kind === 'label');
  const field = others.find((column) => column.kind === 'field');
  return [title, label, field].filter((column) => column !== undefined);
}

/** The value of a label on a row; undefined if the row does not have it. */
export const labelOf = (resource: Resource, row: Row, name: string): string | undefined =>
  resource.predicate?.labels(row).find((label) => label.name === name)?.value;
