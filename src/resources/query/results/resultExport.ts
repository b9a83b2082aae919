import type { Column } from '../../../wire/query/messages.ts';
import { csvText } from '../../export/exportRows.ts';
import type { ResultRow, ResultSet } from '../session/queryState.ts';
import { copiedText } from './cellText.ts';

type Loaded = Pick<ResultSet, 'columns' | 'rows' | 'rowCount'>;

/** NULL is an empty field, as spreadsheets have it. */
const csvLine = (columns: readonly Column[], row: ResultRow): string[] =>
  columns.map((_, index) => (row[index] === null ? '' : copiedText(row[index])));

/** The loaded rows as a table; the first line has the names of the columns. */
export const resultCsv = ({ columns, rows, rowCount }: Loaded): string =>
  csvText([columns.map(({ name }) => name), ...rows.slice(0, rowCount).map((row) => csvLine(columns, row))]);

/** Columns of one name are kept apart: `id`, `id (2)`. */
function uniqueNames(columns: readonly Column[]): string[] {
  const used = new Set<string>();
  return columns.map(({ name }) => {
    let free = name;
    for (let n = 2; used.has(free); n++) free = `${name} (${n})`;
    used.add(free);
    return free;
  });
}

/** The loaded rows as objects. Values are texts as the database writes them; bytes and cut texts keep their size. */
export function resultJson({ columns, rows, rowCount }: Loaded): string {
  const names = uniqueNames(columns);
  const lines = rows
    .slice(0, rowCount)
    // Written by hand: an object would put names of digits in front, and lose `__proto__`.
    .map(
      (row) =>
        `  {${names.map((name, index) => `${JSON.stringify(name)}: ${JSON.stringify(row[index] ?? null)}`).join(', ')}}`,
    );
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}
