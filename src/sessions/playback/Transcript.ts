import { lastWhere } from '../../lib/search.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import type { RecordedCommand } from '../../wire/recording/CommandReader.ts';
import type { TextLine } from '../../wire/recording/RecordingScan.ts';
import { TRANSCRIPT_CHARS_MAX } from '../../wire/recordings.ts';

/** Lines of text in one piece: thousands of texts of their own would take ten times the memory. */
export type TextBlock = {
  /** The lines, each with its line feed. */
  text: string;
  /** Of each line: where it begins in the text. */
  starts: Uint32Array<ArrayBuffer>;
  /** Of each line: milliseconds since the first print. */
  ms: Float64Array<ArrayBuffer>;
};

export type TranscriptCommand = RecordedCommand & {
  /** Number of the line on which it stands, where one was kept. */
  line?: number;
  /** The first line of what it printed; it follows the command's. */
  output?: string;
};

/** Packs lines, as they go from the worker to the page. */
export function toBlock(lines: readonly TextLine[]): TextBlock {
  const starts = new Uint32Array(lines.length);
  const ms = new Float64Array(lines.length);
  let length = 0;
  for (const [index, line] of lines.entries()) {
    starts[index] = length;
    ms[index] = line.ms;
    length += line.text.length + 1;
  }
  // Joined at once: a text that grows piece by piece takes several times its memory.
  return { text: [...lines.map(({ text }) => text), ''].join('\n'), starts, ms };
}

/** A recording as text: lines with their times, and the commands among them. */
export class Transcript {
  /** In order; the same array grows. */
  readonly commands: TranscriptCommand[] = [];
  /** Counts the additions: what was found before holds no more. */
  readonly version = new ValueStore(0);
  /** Lines that are not kept. */
  omitted = 0;
  #blocks: (TextBlock & { first: number })[] = [];
  #count = 0;
  #chars = 0;

  /** How many lines there are. */
  get count(): number {
    return this.#count;
  }

  add(block: TextBlock, commands: readonly RecordedCommand[]): void {
    const lines = block.starts.length;
    if (this.#chars >= TRANSCRIPT_CHARS_MAX) this.omitted += lines;
    else if (lines > 0) {
      this.#blocks.push({ ...block, first: this.#count });
      this.#count += lines;
      this.#chars += block.text.length;
    }
    for (const command of commands) this.commands.push({ ...command, ...this.#placeOf(command) });
    if (lines + commands.length > 0) this.version.set(this.version.get() + 1);
  }

  /** A line by its number; empty outside. */
  textOf(line: number): string {
    const block = this.#blockOf(line);
    if (!block) return '';
    const start = block.starts[line - block.first] ?? 0;
    return block.text.slice(start, (block.starts[line - block.first + 1] ?? block.text.length) - 1);
  }

  msOf(line: number): number {
    const block = this.#blockOf(line);
    return block?.ms[line - block.first] ?? 0;
  }

  /** All that is kept, each line with its line feed. */
  get text(): string {
    return this.#blocks.map(({ text }) => text).join('');
  }

  /** The last line that was printed by then; -1 before the first. */
  lineAt = (ms: number): number => lastWhere(this.#count, (line) => this.msOf(line) <= ms);

  #blockOf(line: number): (TextBlock & { first: number }) | undefined {
    if (line >= this.#count) return undefined;
    return this.#blocks[lastWhere(this.#blocks.length, (index) => (this.#blocks[index]?.first ?? 0) <= line)];
  }

  #placeOf({ ms, text }: RecordedCommand): Pick<TranscriptCommand, 'line' | 'output'> {
    const last = text.slice(text.lastIndexOf('\n') + 1).trim();
    for (let line = this.lineAt(ms - 1) + 1; line < this.#count && this.msOf(line) <= ms; line++) {
      const found = this.textOf(line);
      if (!found.endsWith(last)) continue;
      const prompt = found.slice(0, found.length - last.length).trim();
      const next = this.textOf(line + 1);
      // A command that printed nothing is followed by the next prompt.
      const isOutput = line + 1 < this.#count && !(prompt !== '' && next.startsWith(prompt));
      return { line, ...(isOutput && { output: next }) };
    }
    return {};
  }
}
