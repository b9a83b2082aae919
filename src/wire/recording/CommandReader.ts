import { textsAt } from '../../lib/json.ts';

/**
 * A command line that ran. `ms` is the time when Enter was pressed. `isGuess`: the shell does not mark commands (OSC
 * 133).
 */
export type RecordedCommand = { ms: number; text: string; exitCode?: number; isGuess: boolean };

/** The end of a prompt, and its maximum length. Output of a program can end in the same way. */
const PROMPT = /\S?[$#%>❯➜»] $/u;
const PROMPT_MAX = 160;
/** A line that the user cancelled at the prompt. */
const GIVEN_UP = /\^[CD]$/;
const COMMAND_MAX = 4096;

/** The command of a session without a terminal (streams §4.2), which has no prompt. `start`: its first event. */
export function commandsOfStart(start: unknown): RecordedCommand[] {
  const text = textsAt(start, 'initial_command').join(' ').slice(0, COMMAND_MAX);
  return text === '' ? [] : [{ ms: 0, text, isGuess: false }];
}

/**
 * Finds the commands in the output of a shell. Marks of the shell (OSC 133: A prompt, B input, C run, D exit code) take
 * precedence. Without marks, a line is a command if its beginning was the prompt while the shell waited.
 */
export class CommandReader {
  #found: (command: RecordedCommand) => void;
  #isMarked = false;
  /** The input since the mark. `from` is the number of prompt characters on its first line. */
  #input: { from: number; ms: number; lines: string[] } | undefined;
  #running: RecordedCommand | undefined;
  #prompt: string | undefined;

  constructor(found: (command: RecordedCommand) => void) {
    this.#found = found;
  }

  /** A mark of the shell. `before` is the text of the cursor's line up to the cursor. */
  mark(data: string, ms: number, before: string): void {
    const [kind, value] = data.split(';');
    if (kind === 'B') {
      this.#isMarked = true;
      this.#report();
      this.#input = { from: before.length, ms, lines: [] };
    } else if (kind === 'C') this.#run(ms);
    else if (kind === 'D') {
      const exitCode = Number.parseInt(value ?? '', 10);
      if (this.#running && Number.isInteger(exitCode)) this.#running.exitCode = exitCode;
      this.#report();
    } else if (kind === 'A') this.#run(ms);
  }

  /** The shell has printed all its output, so `before` can be a waiting prompt. */
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

  /** There is no more output. */
  end(): void {
    this.#report();
  }

  #run(ms: number): void {
    const typed = this.#input?.lines.join('\n').trim();
    const at = this.#input?.ms ?? ms;
    this.#input = undefined;
    if (!typed || GIVEN_UP.test(typed)) return;
    this.#report();
    this.#running = { ms: at, text: typed.slice(0, COMMAND_MAX), isGuess: false };
  }

  #report(): void {
    if (this.#running) this.#found(this.#running);
    this.#running = undefined;
  }
}
