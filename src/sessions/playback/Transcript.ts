import { lastWhere } from '../../lib/search.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import type { RecordedCommand } from '../../wire/recording/CommandReader.ts';
import type { TextLine } from '../../wire/recording/RecordingScan.ts';
import { TRANSCRIPT_CHARS_MAX } from '../../wire/recordings.ts';

/**
 * Lines of text in one UTF-8 buffer: thousands of separate strings would take ten times the memory, and the engine
 * collects strings of several megabytes late.
 */
export type TextBlock = {
  /** The lines, each with its line feed. */
  text: Uint8Array<ArrayBuffer>;
  /** For each line: its offset in the text. */
  starts: Uint32Array<ArrayBuffer>;
  /** For each line: milliseconds since the first print. */
  ms: Float64Array<ArrayBuffer>;
};

export type TranscriptCommand = RecordedCommand & {
  /** Number of the command's line, if that line was stored. */
  line?: number;
  /** The first line of its output, on the line after the command. */
  output?: string;
};

const LINE_FEED = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Packs lines for the transfer from the worker to the page. */
export function toBlock(lines: readonly TextLine[]): TextBlock {
  const text = encoder.encode([...lines.map((line) => line.text), ''].join('\n'));
  const starts = new Uint32Array(lines.length);
  let next = 0;
  for (const index of starts.keys()) {
    starts[index] = next;
    next = text.indexOf(LINE_FEED, next) + 1;
  }
  return { text, starts, ms: Float64Array.from(lines, ({ ms }) => ms) };
}

/** The buffers to transfer with a block. */
export const partsOf = ({ text, starts, ms }: TextBlock): ArrayBuffer[] => [text.buffer, starts.buffer, ms.buffer];

/** A recording as text: lines with their times, and the commands among them. */
export class Transcript {
  /** In order. The same array grows. */
  readonly commands: TranscriptCommand[] = [];
  /** Grows with each addition: earlier results are out of date then. */
  readonly version = new ValueStore(0);
  /** Number of lines that were not stored. */
  omitted = 0;
  #blocks: (TextBlock & { first: number })[] = [];
  #count = 0;
  #bytes = 0;
  /** The line where the search for the next command starts: each line is read once, however many commands there are. */
  #unplaced = 0;

  /** Number of lines. */
  get count(): number {
    return this.#count;
  }

  add(block: TextBlock, commands: readonly RecordedCommand[]): void {
    const lines = block.starts.length;
    if (this.#bytes >= TRANSCRIPT_CHARS_MAX) this.omitted += lines;
    else if (lines > 0) {
      this.#blocks.push({ ...block, first: this.#count });
      this.#count += lines;
      this.#bytes += block.text.length;
    }
    for (const command of commands) this.commands.push({ ...command, ...this.#locate(command) });
    if (lines + commands.length > 0) this.version.set(this.version.get() + 1);
  }

  /** A line by its number, or an empty text outside the transcript. */
  textOf(line: number): string {
    const block = this.#blockOf(line);
    if (!block) return '';
    const start = block.starts[line - block.first] ?? 0;
    const end = (block.starts[line - block.first + 1] ?? block.text.length) - 1;
    return decoder.decode(block.text.subarray(start, end));
  }

  msOf(line: number): number {
    const block = this.#blockOf(line);
    return block?.ms[line - block.first] ?? 0;
  }

  /** All stored text, each line with its line feed. */
  get text(): string {
    return this.#blocks.map(({ text }) => decoder.decode(text)).join('');
  }

  /** The last line printed at or before a moment, or -1 before the first. */
  lineAt = (ms: number): number => lastWhere(this.#count, (line) => this.msOf(line) <= ms);

  #blockOf(line: number): (TextBlock & { first: number }) | undefined {
    if (line >= this.#count) return undefined;
    return this.#blocks[lastWhere(this.#blocks.length, (index) => (this.#blocks[index]?.first ?? 0) <= line)];
  }

  #locate({ ms, text }: RecordedCommand): Pick<TranscriptCommand, 'line' | 'output'> {
    const last = text.slice(text.lastIndexOf('\n') + 1).trim();
    this.#unplaced = Math.max(this.#unplaced, this.lineAt(ms - 1) + 1);
    while (this.#unplaced < this.#count && this.msOf(this.#unplaced) <= ms) {
      const line = this.#unplaced++;
      const found = this.textOf(line);
      if (!found.endsWith(last)) continue;
      const prompt = found.slice(0, found.length - last.length).trim();
      const next = this.textOf(line + 1);
      // After a command without output, the next line is the next prompt.
      const isOutput = line + 1 < this.#count && !(prompt !== '' && next.startsWith(prompt));
      return { line, ...(isOutput && { output: next }) };
    }
    return {};
  }
}
