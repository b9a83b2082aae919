import type { IDecoration, IDisposable, IMarker, Terminal } from '@xterm/xterm';
import { cellAt, rowAt, type BufferCopy, type Cell } from './readBuffer.ts';

export type MarkColours = { match: string; current: string };
/** Rows are those of the copy. `base` is the number of rows that have scrolled out of the buffer since. */
type ShownCopy = BufferCopy & {
  matches: Uint32Array;
  current: number;
  base: IMarker;
  baseRow: number;
  colours: MarkColours;
};

/** Marks only the matches on the screen: a screen has at most a few hundred of many thousands. */
export class Marks {
  #terminal: Terminal;
  #search: ShownCopy | undefined;
  #marks: (IDecoration | IMarker)[] = [];
  /** The first marked row. Undefined: all rows must be marked again. */
  #firstRow: number | undefined;
  #listeners: IDisposable[];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#listeners = [terminal.onRender(() => this.#refresh()), terminal.onScroll(() => this.#refresh())];
  }

  show(copy: BufferCopy, matches: Uint32Array, current: number, colours: MarkColours): void {
    this.clear();
    const { baseY, cursorY } = this.#terminal.buffer.active;
    const base = this.#terminal.registerMarker(0);
    this.#search = { ...copy, matches, current, base, baseRow: baseY + cursorY, colours };
    this.#refresh();
  }

  /** Selects the current match, and scrolls to it if it is not visible. */
  reveal(): void {
    const terminal = this.#terminal;
    const [first, last] = this.#cellsOf(this.#search?.current ?? 0);
    if (!first || !last) return;
    terminal.select(first.col, first.row, (last.row - first.row) * terminal.cols + last.col + last.width - first.col);
    const { viewportY } = terminal.buffer.active;
    const isVisible = first.row >= viewportY && first.row < viewportY + terminal.rows;
    if (!isVisible) terminal.scrollToLine(Math.max(0, first.row - Math.floor(terminal.rows / 2)));
  }

  clear(): void {
    this.#take();
    this.#search?.base.dispose();
    this.#search = undefined;
  }

  dispose(): void {
    this.clear();
    for (const listener of this.#listeners) listener.dispose();
  }

  #take(): void {
    for (const mark of this.#marks.splice(0)) mark.dispose();
    this.#firstRow = undefined;
  }

  /** First and last cell of the n-th match in the current buffer. */
  #cellsOf(n: number): Cell[] {
    const search = this.#search;
    const [offset, length] = [search?.matches[2 * n], search?.matches[2 * n + 1]];
    if (!search || offset === undefined || length === undefined) return [];
    return [offset, offset + length - 1].flatMap((at): Cell[] => {
      const read = rowAt(search, at);
      const row = read + this.#shift;
      const line = this.#terminal.buffer.active.getLine(row);
      return line ? [cellAt(line, row, at - (search.starts[read] ?? 0))] : [];
    });
  }

  get #shift(): number {
    const search = this.#search;
    return search && !search.base.isDisposed ? search.base.line - search.baseRow : 0;
  }

  /** Runs after each paint. The marks of rows that were visible before stay in place. */
  #refresh(): void {
    const search = this.#search;
    if (!search) return;
    if (search.base.isDisposed) return this.clear();
    const firstRow = this.#terminal.buffer.active.viewportY - this.#shift;
    if (firstRow === this.#firstRow) return;
    this.#take();
    this.#firstRow = firstRow;
    const { starts, matches } = search;
    const from = starts[Math.max(0, firstRow)] ?? Infinity;
    const to = starts[firstRow + this.#terminal.rows] ?? Infinity;
    for (let n = firstAtOrAfter(matches, from); (matches[2 * n] ?? Infinity) < to; n++) this.#mark(n, search);
  }

  #mark(n: number, { current, colours }: ShownCopy): void {
    const [first, last] = this.#cellsOf(n);
    if (!first || !last) return;
    const { buffer, cols } = this.#terminal;
    for (let { row } = first; row <= last.row; row++) {
      const col = row === first.row ? first.col : 0;
      const end = row === last.row ? last.col + last.width : cols;
      const marker = this.#terminal.registerMarker(row - buffer.active.baseY - buffer.active.cursorY);
      const decoration = { marker, x: col, width: end - col, backgroundColor: colours.match };
      const mark = this.#terminal.registerDecoration({ ...decoration, layer: n === current ? 'top' : 'bottom' });
      this.#marks.push(marker);
      if (!mark) continue;
      if (n === current) mark.onRender((element) => (element.style.outline = `1px solid ${colours.current}`));
      this.#marks.push(mark);
    }
  }
}

/** The index of the first match at or after `offset`. */
export function firstAtOrAfter(matches: Uint32Array, offset: number): number {
  let [low, high] = [0, matches.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[2 * middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
