import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { fieldText, fieldValue } from '../../descriptors/rows.ts';
import { textAt } from '../../lib/json.ts';
import { saveFile } from '../../ui/plain/saveFile.ts';
import { labelOf, type Column } from '../list/columns.ts';

const BEGINS_FORMULA = /^[=+\-@\t\r\0]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * RFC 4180. A spreadsheet would run a value that begins like a formula, so such a value gets an apostrophe in front.
 */
const csvCell = (text: string): string => {
  const safe = BEGINS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => line.map(csvCell).join(',') + '\r\n').join('');

export type ExportFormat = 'csv' | 'json' | 'yaml';

/** Times include their zone, because a table cannot show it elsewhere. */
function textOf(resource: Resource, column: Column, row: Row): string {
  if (column.kind === 'label') return labelOf(resource, row, column.name) ?? '';
  const value = fieldValue(column.field, row);
  if (!(value instanceof Date)) return fieldText(column.field, row, 'utc');
  return Number.isNaN(value.getTime()) ? '' : value.toISOString();
}

const nameOf = (column: Column): string => (column.kind === 'label' ? column.name : column.field.label);

/** The first line of a table. */
export const csvHead = (columns: readonly Column[]): string => csvText([columns.map(nameOf)]);

/** One line of a table. */
export const csvRow = (resource: Resource, columns: readonly Column[], row: Row): string =>
  csvText([columns.map((column) => textOf(resource, column, row))]);

const toCsv = (resource: Resource, columns: readonly Column[], rows: readonly Row[]): string =>
  csvHead(columns) + rows.map((row) => csvRow(resource, columns, row)).join('');

/** The marker that begins a document, and the comments and directives above it. */
const HEAD = /^\ufeff?(?:((?:[ \t]*(?:[#%].*)?\r?\n)*)---(?!\S)[ \t]*(?:\r?\n)?)?/;
const withoutDirectives = (_: string, above = ''): string => above.replaceAll(/^%.*\r?\n/gm, '');

/** The documents of the rows in one file, separated by document markers. */
const toYaml = ({ yaml }: Resource, rows: readonly Row[]): string =>
  rows
    .map((row) => (yaml === undefined ? '' : textAt(row, yaml.source)).replace(HEAD, withoutDirectives).trimEnd())
    .map((text) => `---\n${text}\n`)
    .join('');

/** The name of the list and the time: `servers-2026-11-21T22-28-05Z`. */
export const exportName = (resource: Resource, at: Date): string =>
  `${resource.label[1].toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** CSV has the requested columns, JSON the whole rows without secrets, YAML their documents. Times are UTC. */
export const exportText = (
  format: ExportFormat,
  resource: Resource,
  columns: readonly Column[],
  rows: readonly Row[],
): string =>
  ({
    csv: () => toCsv(resource, columns, rows),
    json: () =>
      `${JSON.stringify(
        rows.map((row) => resource.list.exported?.(row) ?? row),
        null,
        2,
      )}\n`,
    yaml: () => toYaml(resource, rows),
  })[format]();

const TYPES = { csv: 'text/csv', json: 'application/json', yaml: 'application/yaml' } as const satisfies Record<
  ExportFormat,
  string
>;

/** Downloads a text as a file. */
export function download(fileName: string, format: ExportFormat, text: string): void {
  saveFile(`${fileName}.${format}`, new Blob([text], { type: `${TYPES[format]};charset=utf-8` }));
}
