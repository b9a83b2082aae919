import type { TextBlock, TextKind } from '../store/recordingTexts.ts';

/** Small enough to be searched at once, large enough for few rows: some hundred lines. */
const BLOCK_MAX_CHARS = 8 * 1024;
/** Longer lines are stored in pieces. */
const LINE_MAX_CHARS = 4 * 1024;
/** The overhead of a line: its time, and the line end. */
const LINE_COST_CHARS = 12;
/** Blocks of a batch, which is one transaction. */
const BATCH_BLOCKS = 32;

/** Limit of stored characters of one recording: for lines, and additionally for commands. */
type TextLimits = { lineChars: number; commandChars: number };
const TEXT_LIMITS: TextLimits = { lineChars: 16 * 1024 * 1024, commandChars: 2 * 1024 * 1024 };

// oxlint-disable-next-line no-control-regex -- what a terminal does not show is not searched, and NUL cannot be stored
const CONTROLS = /[\0-\x1f\x7f-\x9f]+/g;

type OpenBlock = { lines: string[]; times: number[]; chars: number };
const emptyBlock = (): OpenBlock => ({ lines: [], times: [], chars: 0 });

/**
 * Collects the text of one recording in blocks. Limits protect against hostile output: above them no further lines or
 * commands are stored.
 */
export class TextBlocks {
  #write: (batch: readonly TextBlock[], replaced: number) => void;
  #remaining: Record<TextKind, number>;
  #open: Record<TextKind, OpenBlock> = { line: emptyBlock(), command: emptyBlock() };
  #batch: TextBlock[] = [];
  #isCut = false;
  /** The number of last written blocks that are replaced when they get more text. */
  #replaced = 0;
  /** Whether text was added since the last `flush`. */
  #hasNew = false;

  /** `write` adds blocks and replaces the last `replaced` existing ones. */
  constructor(write: (batch: readonly TextBlock[], replaced: number) => void, limits = TEXT_LIMITS) {
    this.#write = write;
    this.#remaining = { line: limits.lineChars, command: limits.commandChars };
  }

  /** True if there was more text than is stored. */
  get isCut(): boolean {
    return this.#isCut;
  }

  add(kind: TextKind, ms: number, text: string): void {
    if (this.#remaining[kind] <= 0) {
      this.#isCut = true;
      return;
    }
    const stored = text.slice(0, this.#remaining[kind]);
    if (stored.length < text.length) this.#isCut = true;
    for (let from = 0; from < stored.length; from += LINE_MAX_CHARS)
      this.#addPiece(kind, ms, stored.slice(from, from + LINE_MAX_CHARS).replace(CONTROLS, ' '));
  }

  /** Writes all text that has been added. More may follow. */
  flush(): void {
    if (!this.#hasNew) return;
    this.#hasNew = false;
    const open = [this.#open.line, this.#open.command];
    this.end();
    [this.#open.line, this.#open.command] = open as [OpenBlock, OpenBlock];
    this.#replaced = open.filter(({ lines }) => lines.length > 0).length;
  }

  /** Call it after the last text. */
  end(): void {
    this.#close('line');
    this.#close('command');
    this.#flush();
  }

  #addPiece(kind: TextKind, ms: number, text: string): void {
    if (text.trim() === '') return;
    this.#hasNew = true;
    const block = this.#open[kind];
    const cost = text.length + LINE_COST_CHARS;
    this.#remaining[kind] -= cost;
    block.lines.push(text);
    block.times.push(Math.max(0, Math.round(ms)));
    block.chars += cost;
    if (block.chars >= BLOCK_MAX_CHARS) this.#close(kind);
  }

  #close(kind: TextKind): void {
    const { lines, times } = this.#open[kind];
    if (lines.length === 0) return;
    this.#open[kind] = emptyBlock();
    this.#batch.push({ kind, lines, times });
    if (this.#batch.length >= BATCH_BLOCKS) this.#flush();
  }

  #flush(): void {
    if (this.#batch.length > 0) this.#write(this.#batch, this.#replaced);
    this.#batch = [];
    this.#replaced = 0;
  }
}
