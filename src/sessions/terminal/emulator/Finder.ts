import type { IDisposable, IMarker, Terminal } from '@xterm/xterm';
import { patternFault, searchPattern, type SearchOptions } from '../../../lib/searchPattern.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort, latestWins } from '../../../lib/work.ts';
import { readColours } from '../../../ui/theme.ts';
import { firstAtOrAfter, Marks, type MarkColours } from './find/Marks.ts';
import { matchInWorker, type Match } from './find/matchInWorker.ts';
import { readBuffer, rowAt, type BufferCopy } from './find/readBuffer.ts';

/** `at` counts from 1. `slow`: the search was aborted. */
export type FindResult =
  { kind: 'none' } | { kind: 'found'; at: number; count: number } | { kind: 'faulty'; why: string } | { kind: 'slow' };

/** More matches than this are not marked and not counted. */
export const MATCHES_MAX = 100_000;
/** After new output, the search runs again after this pause. */
const QUIET_MS = 300;

/** `here`: at the previous position. `again`: the same without scrolling. */
type Where = 'forward' | 'backward' | 'here' | 'again';
/** Only a regular expression can take forever: plain text takes time in proportion to the buffer. */
type Query = { pattern: string; flags: string; isRegExp: boolean };

/**
 * Searches the whole buffer of a terminal. The search runs in a worker and is aborted if it takes too long: a regular
 * expression can take forever on one line.
 */
export class Finder {
  readonly found = new ValueStore<FindResult>({ kind: 'none' });
  #terminal: Terminal;
  #match: Match;
  #marks: Marks;
  #query: Query | undefined;
  /** The start of the current match: its row, which scrolls, and the character in the row. */
  #anchor: { row: IMarker; index: number } | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;
  #listeners: IDisposable[];
  #search = latestWins((signal: AbortSignal, query: Query, where: Where) => this.#run(signal, query, where));

  constructor(terminal: Terminal, match: Match = matchInWorker) {
    this.#terminal = terminal;
    this.#match = match;
    this.#marks = new Marks(terminal);
    const later = () => this.#searchLater();
    this.#listeners = [terminal.onWriteParsed(later), terminal.onResize(later)];
  }

  /**
   * Finds the next match in this direction. `forward` leads to newer output. For a new text: the match at or before the
   * current position.
   */
  async find(text: string, { isRegExp, matchesCase }: SearchOptions, where: 'forward' | 'backward'): Promise<void> {
    const why = text && isRegExp ? patternFault(text) : undefined;
    if (!text || why !== undefined) {
      this.#end();
      return this.found.set(why === undefined ? { kind: 'none' } : { kind: 'faulty', why });
    }
    const query = { ...searchPattern(text, { isRegExp, matchesCase }), isRegExp };
    const isStep = query.pattern === this.#query?.pattern && query.flags === this.#query.flags;
    this.#query = query;
    await this.#start(query, isStep ? where : 'here');
  }

  /** Removes the marks. */
  stop(): void {
    this.forget();
    this.#terminal.clearSelection();
  }

  /** The search text was removed. */
  forget(): void {
    this.#end();
    this.#anchor?.row.dispose();
    this.#anchor = undefined;
    this.found.set({ kind: 'none' });
  }

  dispose(): void {
    this.#end();
    this.#marks.dispose();
    for (const listener of this.#listeners) listener.dispose();
  }

  #end(): void {
    clearTimeout(this.#later);
    this.#search.cancel();
    this.#query = undefined;
    this.#marks.clear();
  }

  async #start(query: Query, where: Where): Promise<void> {
    clearTimeout(this.#later);
    try {
      await this.#search.run(query, where);
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  #searchLater(): void {
    const query = this.#query;
    clearTimeout(this.#later);
    if (query) this.#later = setTimeout(() => void this.#start(query, 'again'), QUIET_MS);
  }

  async #run(signal: AbortSignal, { isRegExp, ...form }: Query, where: Where): Promise<void> {
    const copy = await readBuffer(this.#terminal.buffer.active, signal);
    const matches = await this.#match({ text: copy.text, ...form, max: MATCHES_MAX }, isRegExp, signal);
    signal.throwIfAborted();
    if (!matches || matches.length === 0) {
      this.#marks.clear();
      return this.found.set(matches ? { kind: 'found', at: 0, count: 0 } : { kind: 'slow' });
    }
    const current = this.#choose(copy, matches, where);
    this.#keepAnchor(copy, matches[2 * current] ?? 0);
    this.#marks.show(copy, matches, current, this.#colours());
    if (where !== 'again') this.#marks.reveal();
    this.found.set({ kind: 'found', at: current + 1, count: matches.length / 2 });
  }

  /** Wraps around at both ends. */
  #choose(copy: BufferCopy, matches: Uint32Array, where: Where): number {
    const count = matches.length / 2;
    const at = this.#anchorOffset(copy);
    const next = firstAtOrAfter(matches, where === 'backward' ? at : at + 1);
    return where === 'forward' ? next % count : (next - 1 + count) % count;
  }

  /** Without a current match, the position of the selection, or the end. */
  #anchorOffset({ text, starts }: BufferCopy): number {
    const anchor = this.#anchor;
    if (anchor && !anchor.row.isDisposed) return (starts[anchor.row.line] ?? 0) + anchor.index;
    const selected = this.#terminal.getSelectionPosition()?.start;
    return selected ? (starts[selected.y] ?? 0) + selected.x : text.length;
  }

  #keepAnchor(copy: BufferCopy, offset: number): void {
    const { baseY, cursorY } = this.#terminal.buffer.active;
    const row = rowAt(copy, offset);
    this.#anchor?.row.dispose();
    const marker = this.#terminal.registerMarker(row - baseY - cursorY);
    this.#anchor = { row: marker, index: offset - (copy.starts[row] ?? 0) };
  }

  #colours(): MarkColours {
    const host = this.#terminal.element ?? document.body;
    const [match = '', current = ''] = [...readColours(['term-selection', 'term-cursor'], host).values()].map(toHex);
    return { match, current };
  }
}

/** `rgb(1, 2, 3)` as `#010203`, the only format that the emulator accepts. */
const toHex = (colour: string): string =>
  `#${(colour.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
