// Entries of the inventory as rows of its table.
import type { Connect, InventoryKind, ResourceDocument } from '../config/settings.ts';
import { fieldsOf, type Entry, type Origin } from '../inventory/entry.ts';
import { SEARCH_SEPARATOR } from './predicateSql.ts';

export type Row = {
  kind: InventoryKind;
  key: string;
  origin: Origin;
  document: string;
  connect: string;
  labels: string;
};

export const toEntry = (row: Row): Entry => ({
  kind: row.kind,
  key: row.key,
  origin: row.origin,
  document: JSON.parse(row.document) as ResourceDocument,
  connect: JSON.parse(row.connect) as Connect,
  labels: JSON.parse(row.labels) as Entry['labels'],
});

const storable = (text: string): string => text.replaceAll('\0', '\ufffd');

/** The labels in the order of their names: equal sets have equal texts. */
export const sortedLabels = (labels: Entry['labels']): (readonly [name: string, value: string])[] =>
  Object.entries(labels)
    .map(([name, value]) => [storable(name), storable(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

export const labelsText = (sorted: ReturnType<typeof sortedLabels>): string =>
  JSON.stringify(Object.fromEntries(sorted));

/** The columns of an entry except its label set, in the order of `toColumns`. */
export const COLUMN_NAMES =
  'kind, key, name, address, description, public_address, type, origin, search, document, connect';

export function toColumns(entry: Entry): readonly string[] {
  const { name, address, description, publicAddress, type, search } = fieldsOf(entry);
  return [
    entry.kind,
    entry.key,
    ...[name, address, description, publicAddress, type].map(storable),
    entry.origin,
    storable(search.map((value) => value.toLowerCase()).join(SEARCH_SEPARATOR)),
    JSON.stringify(entry.document),
    JSON.stringify(entry.connect),
  ];
}

/** What determines all columns of an entry. */
export const sourceText = ({ document, connect, labels }: Entry): string =>
  JSON.stringify(document) + JSON.stringify(connect) + labelsText(sortedLabels(labels));
