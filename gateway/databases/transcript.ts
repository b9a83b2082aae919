// The text of a recorded session: statements and the first rows of their results, as a terminal would print them.
import type { Cell, Column } from '../../src/wire/query/messages.ts';
import { charWidth } from '../../src/wire/terminal/charWidths.ts';

/** Limit of each result. */
export const RECORDED_ROWS = 100;
const COLUMNS_MAX = 50;
const CELL_WIDTH_MAX = 60;

/** Characters that would control a terminal, or change the order of adjacent text. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g; // oxlint-disable-line no-control-regex

const escaped = (text: string): string =>
  text.replace(CONTROLS, (char) => {
    if (char === '\n') return '\\n';
    if (char === '\t') return '\\t';
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** Text of the gateway, with line ends for terminals. */
export const toLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `${escaped(line.replaceAll('\t', '  '))}\r\n`)
    .join('');

/** Marks of a prompt, of input and of its execution (OSC 133): players list the statements as commands. */
const [PROMPT, INPUT, RUNS] = ['A', 'B', 'C'].map((mark) => `\u001b]133;${mark}\u0007`);

/** A long statement is printed in parts, so that other work runs in between. */
export function* statementParts(sql: string): Generator<string> {
  const part = /[^]{1,20000}/uy;
  for (let [text] = part.exec(sql) ?? []; text !== undefined; [text] = part.exec(sql) ?? []) yield text;
}

/** A statement with its prompt: `shop=> select 1;`. Only the first part of a long one. */
export function statementText(database: string, sql: string): string {
  const [first = ''] = statementParts(sql);
  const statement = first.length < sql.length ? `${first}…` : first;
  return `${PROMPT}${escaped(database)}=> ${INPUT}${toLines(`${statement};`)}${RUNS}`;
}

/** `rows`: the first ones of `total`. */
export function tableText(columns: readonly Column[], rows: readonly (readonly Cell[])[], total: number): string {
  const shownColumns = columns.slice(0, COLUMNS_MAX);
  const table = [
    shownColumns.map(({ name }) => fitted(escaped(name))),
    ...rows.map((row) => shownColumns.map((_, i) => cellText(row[i]))),
  ];
  const widths = shownColumns.map((_, i) => Math.max(...table.map((row) => widthOf(row[i] ?? ''))));
  const lines = table.map((row) =>
    row
      .map((cell, i) => {
        const blank = ' '.repeat((widths[i] ?? 0) - widthOf(cell));
        return shownColumns[i]?.kind === 'number' ? blank + cell : cell + blank;
      })
      .join(' | ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('-+-'));
  const more = [
    ...(total > rows.length ? [`… ${total - rows.length} more rows`] : []),
    ...(columns.length > shownColumns.length ? [`… ${columns.length - shownColumns.length} more columns`] : []),
  ];
  return [...lines, ...more].map((line) => `${line}\r\n`).join('');
}

function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return 'NULL';
  if (typeof cell === 'string') return fitted(escaped(cell.slice(0, CELL_WIDTH_MAX + 1)));
  return 'cut' in cell ? fitted(`${escaped(cell.cut.slice(0, CELL_WIDTH_MAX))}……`) : `(${cell.bytes} bytes)`;
}

function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char.codePointAt(0) ?? 0);
  return width;
}

function fitted(text: string): string {
  if (text.length <= CELL_WIDTH_MAX / 2 || widthOf(text) <= CELL_WIDTH_MAX) return text;
  let result = '';
  let width = 1;
  for (const char of text) {
    width += charWidth(char.codePointAt(0) ?? 0);
    if (width > CELL_WIDTH_MAX) break;
    result += char;
  }
  return `${result}…`;
}
