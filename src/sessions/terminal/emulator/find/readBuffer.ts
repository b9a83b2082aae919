import type { IBuffer, IBufferLine } from '@xterm/xterm';
import { rowText } from '../bufferText.ts';

/** The text of a buffer: wrapped rows are one line, and `starts` has the offset of each row. */
export type BufferCopy = { text: string; starts: readonly number[] };
/** A cell of the buffer. Wide characters have two. */
export type Cell = { row: number; col: number; width: number };

/** Rows to read before the page gets control. */
const SLICE_ROWS = 4000;

export async function readBuffer(
  buffer: Pick<IBuffer, 'length' | 'getLine'>,
  signal: AbortSignal,
): Promise<BufferCopy> {
  const parts: string[] = [];
  const starts: number[] = [];
  let offset = 0;
  for (let row = 0; row < buffer.length; row++) {
    if (row > 0 && row % SLICE_ROWS === 0) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
    }
    const isWrapped = buffer.getLine(row + 1)?.isWrapped === true;
    const text = rowText(buffer, row) + (isWrapped ? '' : '\n');
    starts.push(offset);
    parts.push(text);
    offset += text.length;
  }
  return { text: parts.join(''), starts };
}

/** The row of an offset in the text. */
export function rowAt({ starts }: BufferCopy, offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** The cell of a character in a row, or that of the blank after it if there is none. */
export function cellAt(line: IBufferLine, row: number, index: number): Cell {
  let length = 0;
  for (let col = 0; col < line.length; col++) {
    const cell = line.getCell(col);
    const width = cell?.getWidth() ?? 1;
    if (width === 0) continue; // the second half of a wide character
    length += cell?.getChars().length || 1;
    if (length > index) return { row, col, width };
  }
  return { row, col: line.length, width: 1 };
}
