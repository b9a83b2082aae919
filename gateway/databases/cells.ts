// Values on the wire (streams §11.4): long ones are cut.
import { CELL_BYTES_MAX, CELL_CHARS_MAX, type Cell } from '../../src/wire/query/messages.ts';

/** Limit of one row: with many columns each value is cut earlier. */
const ROW_CHARS_MAX = 400_000;
const CELL_CHARS_MIN = 100;
/** The maximum of either server. */
export const COLUMNS_MAX = 4096;
/** Limit of a name of the server. The longest are aliases of MySQL, with 256 characters. */
const NAME_MAX_CHARS = 300;

/** Throws for more columns than a server can have: the frame with them would delay others. */
export function cellCharsMax(columns: number): number {
  if (columns > COLUMNS_MAX) throw new Error(`a result of ${columns} columns`);
  return Math.max(CELL_CHARS_MIN, Math.min(CELL_CHARS_MAX, Math.floor(ROW_CHARS_MAX / Math.max(1, columns))));
}

/** A name of a column, a type or a command. A copy, because a part of a long text keeps all of it in memory. */
export const toName = (text: string, maxChars = NAME_MAX_CHARS): string =>
  text.length <= maxChars ? text : Buffer.from(text.slice(0, maxChars)).toString();

export function toTextCell(text: string, charsMax: number): Cell {
  if (text.length <= charsMax) return text;
  const last = text.charCodeAt(charsMax - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? charsMax - 1 : charsMax; // does not split a surrogate pair
  return { cut: text.slice(0, end), chars: text.length };
}

/** `bytes`: the size of the whole value. `first` has its start. */
export const toBinaryCell = (first: Buffer, bytes: number, charsMax: number): Cell => ({
  binary: first.subarray(0, Math.min(CELL_BYTES_MAX, charsMax)).toString('base64'),
  bytes,
});

/** The approximate size of a cell on the wire. */
export const cellChars = (cell: Cell): number =>
  cell === null ? 4 : typeof cell === 'string' ? cell.length + 3 : ('cut' in cell ? cell.cut : cell.binary).length + 30;
