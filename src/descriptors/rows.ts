import type { Zone } from '../lib/dates.ts';
import type { Resource } from './defineResource.ts';
import type { Field, FieldOfKind } from './model/fieldModel.ts';
import type { Row } from './row.ts';
import { asKind, textOfKind, type Kind, type KindValue } from './kinds.ts';

/** Undefined if the row has no value that matches the field's kind. Never throws. */
export const fieldValue = <K extends Kind>(field: FieldOfKind<K>, row: Row): KindValue[K] | undefined =>
  asKind(field.kind, field.value ? field.value(row) : row[field.source]);

/** The field as plain text. Empty if there is no value. */
export function fieldText<K extends Kind>(field: FieldOfKind<K>, row: Row, zone: Zone = 'local'): string {
  const value = fieldValue(field, row);
  return value === undefined ? '' : textOfKind(field.kind, value, zone);
}

export const fieldNamed = (resource: Resource, source: string): Field | undefined =>
  resource.fields.find((field) => field.source === source);

/** The name of a row in sentences, dialogs and copies. */
export function rowTitle(resource: Resource, row: Row): string {
  const field = fieldNamed(resource, resource.list.title);
  return (field && fieldText(field, row)) || row.id;
}

export const isColumn = (field: Field): boolean => field.list !== false;

/** Rows that contain `text` in any column, ignoring case (screens §0.2). */
export function searchRows<R extends Row>(resource: Resource, rows: readonly R[], text: string): readonly R[] {
  const needle = text.trim().toLowerCase();
  if (!needle) return rows;
  const columns = resource.fields.filter(isColumn);
  return rows.filter((row) => columns.some((field) => fieldText(field, row).toLowerCase().includes(needle)));
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function comparable(field: Field, row: Row): number | string {
  const value = fieldValue(field, row);
  if (value instanceof Date) {
    const ms = value.getTime() || -Infinity; // unknown times are the oldest
    // A later start means a shorter duration.
    return field.kind === 'since' ? -ms : ms;
  }
  return typeof value === 'number' ? value : fieldText(field, row);
}

const compare = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : natural.compare(String(a), String(b));

export type Order = { field: string; descending: boolean };

/** In natural order (`web-2` before `web-10`), pinned rows first in either direction. Stable. */
export function sortRows<R extends Row>(resource: Resource, rows: readonly R[], order: Order): readonly R[] {
  const field = fieldNamed(resource, order.field);
  if (!field) return rows;
  const isPinned = (row: R): boolean => resource.list.pinned?.(row) ?? false;
  const sign = order.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: comparable(field, row), pinned: isPinned(row) }))
    .sort((a, b) => Number(b.pinned) - Number(a.pinned) || sign * compare(a.key, b.key))
    .map(({ row }) => row);
}
