import type { Resource, Row } from '../../descriptors/defineResource.ts';
import { fieldText } from '../../descriptors/rows.ts';
import { labelOf } from './columns.ts';
import type { Column } from './columns.ts';

export type ExportFormat = 'csv' | 'json';

const textOf = (resource: Resource, column: Column, row: Row): string =>
  column.kind === 'label' ? (labelOf(resource, row, column.name) ?? '') : fieldText(column.field, row, 'utc');

const nameOf = (column: Column): string => (column.kind === 'label' ? column.name : column.field.label);

/** RFC 4180. A spreadsheet would run what begins like a formula, so such a value gets an apostrophe in front. */
const csvCell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const toCsv = (resource: Resource, columns: readonly Column[], rows: readonly Row[]): string =>
  [columns.map(nameOf), ...rows.map((row) => columns.map((column) => textOf(resource, column, row)))]
    .map((line) => line.map(csvCell).join(',') + '\r\n')
    .join('');

/** CSV holds the columns that are shown, JSON the whole rows. Times are UTC. */
export const exportText = (
  format: ExportFormat,
  resource: Resource,
  columns: readonly Column[],
  rows: readonly Row[],
): string => (format === 'csv' ? toCsv(resource, columns, rows) : `${JSON.stringify(rows, null, 2)}\n`);

const TYPES = { csv: 'text/csv', json: 'application/json' } as const satisfies Record<ExportFormat, string>;

/** Hands a text to the browser as a file. */
export function download(fileName: string, format: ExportFormat, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${TYPES[format]};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileName}.${format}`;
  link.click();
  // The browser reads the address when it starts the download, which is after this task.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
