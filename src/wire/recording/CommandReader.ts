import { textsAt } from '../../lib/json.ts';

/** A command line that was run. `ms` is when it was sent off; `isGuess` where the shell marks nothing (OSC 133). */
export type RecordedCommand = { ms: number; text: string; exitCode?: number; isGuess: boolean };

/** How a prompt ends, and how long one may be: what a program prints may end so too. */
const PROMPT = /\S?[$#%>❯➜»] $/u;
const PROMPT_MAX = 160;
/** A line given up at the prompt. */
const GIVEN_UP = /\^[CD]$/;
const COMMAND_MAX = 4096;

/** What a session ran without a terminal (streams §4.2): it has no prompt to be found by. `start`: its first event. */
export function commandsOfStart(start: unknown): RecordedCommand[] {
  const text = textsAt(start, 'initial_command').join(' ').slice(0, COMMAND_MAX);
  return text === '' ? [] : [{ ms: 0, text, isGuess: false }];
}

/**
 * Finds the commands in what a shell prints. Shells that mark them (OSC 133: A prompt, B input, C run, D exit code)
 * are believed; where none does, a line whose beginning stood as a prompt while the shell waited was a command.
 */
export class CommandReader {
  #found: (command: RecordedCommand) => void;
  #isMarked = false;
  /** What has been typed since the mark, from the line on that began with so many characters of prompt. */
  #input: { from: number; ms: number; lines: string[] } | undefined;
  #running: RecordedCommand | undefined;
  #prompt: string | undefined;

  constructor(found: (command: RecordedCommand) => void) {
    this.#found = found;
  }

  /** A mark of the shell; `before` is the text of the cursor's line up to the cursor. */
  mark(data: string, ms: number, before: string): void {
    const [kind, value] = data.split(';');
    if (kind === 'B') {
      this.#isMarked = true;
      this.#tell();
      this.#input = { from: before.length, ms, lines: [] };
    } else if (kind === 'C') this.#run(ms);
    else if (kind === 'D') {
      const exitCode = Number.parseInt(value ?? '', 10);
      if (this.#running && Number.isInteger(exitCode)) this.#running.exitCode = exitCode;
      this.#tell();
    } else if (kind === 'A') this.#run(ms);
  }

  /** The shell has printed all that it had: `before` may be a prompt that waits. */
  pause(before: string): void {
    if (this.#isMarked) return;
    if (before.length <= PROMPT_MAX && PROMPT.test(before)) this.#prompt = before;
  }

  /** A line has ended. */
  line(text: string, ms: number): void {
    if (this.#input) {
      const { lines, from } = this.#input;
      lines.push(lines.length === 0 ? text.slice(from) : text);
      this.#input.ms = ms;
      return;
    }
    const prompt = this.#prompt;
    this.#prompt = undefined;
    if (this.#isMarked || prompt === undefined || !text.startsWith(prompt)) return;
    const typed = text.slice(prompt.length).trim();
    if (typed === '' || GIVEN_UP.test(typed)) return;
    this.#found({ ms, text: typed.slice(0, COMMAND_MAX), isGuess: true });
  }

  /** Nothing more is printed. */
  end(): void {
    this.#tell();
  }

  #run(ms: number): void {
    const typed = this.#input?.lines.join('\n').trim();
    const at = this.#input?.ms ?? ms;
    this.#input = undefined;
    if (!typed || GIVEN_UP.test(typed)) return;
    this.#tell();
    this.#running = { ms: at, text: typed.slice(0, COMMAND_MAX), isGuess: false };
  }

  #tell(): void {
    if (this.#running) this.#found(this.#running);
    this.#running = undefined;
  }
}
