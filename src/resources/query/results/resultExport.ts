import type { Cell, Column } from '../../../wire/query/messages.ts';
import { csvText } from '../../export/exportRows.ts';
import type { ResultRow, ResultSet } from '../session/queryState.ts';
import { copiedText, cutSize, isCut } from './cellText.ts';

type LoadedRows = Pick<ResultSet, 'columns' | 'rows' | 'rowCount'>;

/** The loaded rows. `order`: their indices, if they are sorted on the screen. */
const rowsOf = ({ rows, rowCount }: LoadedRows, order: Uint32Array | undefined): readonly ResultRow[] =>
  order ? Array.from(order, (index) => rows[index] ?? []) : rows.slice(0, rowCount);

/** NULL is an empty field, as in spreadsheets. A cut value has a note, because a table has no other place for it. */
function csvField(cell: Cell | undefined): string {
  if (cell === null) return '';
  const size = cutSize(cell);
  return size === undefined ? copiedText(cell) : `${copiedText(cell)}… (cut from ${size})`;
}

/** The loaded rows as a table. The first line has the names of the columns. */
export const resultCsv = (loaded: LoadedRows, order?: Uint32Array): string =>
  csvText([
    loaded.columns.map(({ name }) => name),
    ...rowsOf(loaded, order).map((row) => loaded.columns.map((_, index) => csvField(row[index]))),
  ]);

/** How many of the loaded values are cut. */
export const cutCount = ({ rows, rowCount }: LoadedRows): number =>
  rows.slice(0, rowCount).reduce((sum, row) => sum + row.filter(isCut).length, 0);

/** Makes duplicate column names unique: `id`, `id (2)`. */
function uniqueNames(columns: readonly Column[]): string[] {
  const used = new Set<string>();
  return columns.map(({ name }) => {
    let free = name;
    for (let n = 2; used.has(free); n++) free = `${name} (${n})`;
    used.add(free);
    return free;
  });
}

/** The loaded rows as objects. Values are texts as the database writes them. Bytes and cut texts have their size. */
export function resultJson(loaded: LoadedRows, order?: Uint32Array): string {
  const names = uniqueNames(loaded.columns);
  const lines = rowsOf(loaded, order)
    // Built as text, because an object would put numeric names in front, and lose `__proto__`.
    .map(
      (row) => `  {${names.map((name, i) => `${JSON.stringify(name)}: ${JSON.stringify(row[i] ?? null)}`).join(', ')}}`,
    );
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}
