import type { IBuffer, Terminal } from '@xterm/xterm';

type Rows = Pick<IBuffer, 'getLine'>;

/** A wide character that does not fit at the end of a row moves to the next one. The last cell is then not a blank. */
function endsInGap(buffer: Rows, row: number): boolean {
  const line = buffer.getLine(row);
  const next = buffer.getLine(row + 1);
  return (
    next?.isWrapped === true && next.getCell(0)?.getWidth() === 2 && line?.getCell(line.length - 1)?.getChars() === ''
  );
}

/** The text of a row. A row that continues in the next one keeps its trailing blanks, which belong to the line. */
export function rowText(buffer: Rows, row: number): string {
  const line = buffer.getLine(row);
  const isWrapped = buffer.getLine(row + 1)?.isWrapped === true;
  return line?.translateToString(!isWrapped, 0, endsInGap(buffer, row) ? line.length - 1 : undefined) ?? '';
}

/** The text of a buffer with wrapped lines joined, without the empty rows at its end. */
export function bufferText(buffer: Pick<IBuffer, 'length' | 'getLine'>): string {
  const lines: string[] = [];
  for (let y = 0; y < buffer.length; y++) {
    const text = rowText(buffer, y);
    lines.push(buffer.getLine(y)?.isWrapped ? (lines.pop() ?? '') + text : text);
  }
  return lines.join('\n').replace(/(?<!\n)\n+$/, '') + '\n';
}

/** The last lines of the shown output. */
export function recentText({ buffer: { active }, rows }: Pick<Terminal, 'buffer' | 'rows'>, lines: number): string {
  const end = active.baseY + rows;
  const from = Math.max(0, end - lines);
  return bufferText({ length: end - from, getLine: (line) => active.getLine(from + line) });
}

type Cell = { col: number; row: number };

/** Characters that end a word, the same as for the emulator's own double click. */
const SEPARATOR = /^[ ()[\]{}',"`]?$/;

/** The buffer cell at a point of the window. Undefined outside `grid`, the rectangle of the characters. */
export function cellAt(
  { cols, rows, buffer }: Pick<Terminal, 'cols' | 'rows' | 'buffer'>,
  { left, top, width, height }: DOMRect,
  { x, y }: { x: number; y: number },
): Cell | undefined {
  const col = Math.floor(((x - left) / width) * cols);
  const row = Math.floor(((y - top) / height) * rows);
  const isInside = col >= 0 && col < cols && row >= 0 && row < rows;
  return isInside ? { col, row: buffer.active.viewportY + row } : undefined;
}

/** The word at a cell of the buffer, across wrapped rows: its first cell and its length. Undefined between words. */
export function wordAt(
  buffer: Pick<IBuffer, 'getLine'>,
  cols: number,
  { col, row }: Cell,
): (Cell & { length: number }) | undefined {
  // Cells are numbered across rows.
  const isInWord = (at: number): boolean => {
    const line = Math.floor(at / cols);
    const cell = buffer.getLine(line)?.getCell(at % cols);
    if (at % cols === cols - 1 && endsInGap(buffer, line)) return true;
    // The second half of a wide character belongs to the first.
    return cell !== undefined && (cell.getWidth() === 0 || !SEPARATOR.test(cell.getChars()));
  };
  const goesOn = (at: number): boolean => at % cols > 0 || buffer.getLine(at / cols)?.isWrapped === true;
  let first = row * cols + col;
  if (!isInWord(first)) return undefined;
  let end = first + 1;
  while (first > 0 && goesOn(first) && isInWord(first - 1)) first--;
  while (goesOn(end) && isInWord(end)) end++;
  return { col: first % cols, row: Math.floor(first / cols), length: end - first };
}
