import { ValueStore } from '../../lib/valueStore.ts';
import type { RecordedCommand } from '../../wire/recording/CommandReader.ts';
import type { TextLine } from '../../wire/recording/RecordingScan.ts';

/** Text that is kept; of a longer recording the rest is counted. */
const CHARS_MAX = 24_000_000;
const LINES_MAX = 400_000;

export type TranscriptCommand = RecordedCommand & {
  /** Number of the line on which it stands, where one was kept. */
  line?: number;
  /** The first line of what it printed; it follows the command's. */
  output?: string;
};

/** A recording as text: lines with their times, and the commands among them. */
export class Transcript {
  /** In order; the same arrays grow. */
  readonly lines: TextLine[] = [];
  readonly commands: TranscriptCommand[] = [];
  /** Counts the additions: what was found before holds no more. */
  readonly version = new ValueStore(0);
  /** Lines that are not kept. */
  omitted = 0;
  #chars = 0;

  add(lines: readonly TextLine[], commands: readonly RecordedCommand[]): void {
    for (const line of lines) {
      if (this.lines.length >= LINES_MAX || this.#chars >= CHARS_MAX) {
        this.omitted++;
        continue;
      }
      this.lines.push(line);
      this.#chars += line.text.length;
    }
    for (const command of commands) this.commands.push({ ...command, ...this.#placeOf(command) });
    if (lines.length + commands.length > 0) this.version.set(this.version.get() + 1);
  }

  /** The last line that was printed by then; -1 before the first. */
  lineAt(ms: number): number {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.lines[middle]?.ms ?? 0) <= ms) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #placeOf({ ms, text }: RecordedCommand): Pick<TranscriptCommand, 'line' | 'output'> {
    const last = text.slice(text.lastIndexOf('\n') + 1).trim();
    for (let line = this.lineAt(ms - 1) + 1; line < this.lines.length; line++) {
      const found = this.lines[line];
      if (!found || found.ms > ms) return {};
      if (!found.text.endsWith(last)) continue;
      const next = this.lines[line + 1];
      const isOutput = next && !this.#isPromptLike(next.text, found.text, last);
      return { line, ...(isOutput && { output: next.text }) };
    }
    return {};
  }

  /** A command that printed nothing is followed by the next prompt. */
  #isPromptLike(next: string, line: string, command: string): boolean {
    const prompt = line.slice(0, line.length - command.length).trim();
    return prompt !== '' && next.startsWith(prompt);
  }
}
