import { parsePattern } from './parse.ts';
import { toProgram, type Program } from './program.ts';
import { PatternError } from './reader.ts';
import { run } from './run.ts';

export type Compiled = { ok: true; regExp: LinearRegExp } | { ok: false; message: string };

/**
 * A regular expression in RE2's language and with its promise: no text, however hostile, takes more time than its length
 * times the pattern's. Patterns come from whoever may edit a role and run inside the server, where a backtracking engine
 * could be brought to a stop.
 */
export function compileRegExp(pattern: string): Compiled {
  try {
    return { ok: true, regExp: new LinearRegExp(toProgram(parsePattern(pattern))) };
  } catch (error) {
    if (error instanceof PatternError)
      return { ok: false, message: `bad regular expression ${JSON.stringify(pattern)}: ${error.message}` };
    throw error;
  }
}

/** Of what is replaced, and of what comes of it: several replacements in each other would fill the memory. */
const REPLACED_MAX_CHARS = 4096;

export class LinearRegExp {
  #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Steps of its machine, which is what compiling and matching it cost. */
  get size(): number {
    return this.#program.steps.length;
  }

  /** True when the pattern matches anywhere in the text. */
  test(text: string): boolean {
    return run(this.#program, text, 0, false) !== undefined;
  }

  /** Where it matches, from the left, without overlaps and empty matches; `most` of them. */
  matches(text: string, most: number): [from: number, to: number][] {
    const all: [number, number][] = [];
    for (let from = 0; from <= text.length && all.length < most;) {
      const found = run(this.#program, text, from, true);
      if (!found) break;
      const [start = 0, end = 0] = found;
      if (end > start) all.push([start, end]);
      from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
    }
    return all;
  }

  /** Every match replaced; `$1`, `${name}`, `$$` in the template as in Go. undefined: nothing matches, or is too long. */
  replaceAll(text: string, template: string): string | undefined {
    if (Math.max(text.length, template.length) > REPLACED_MAX_CHARS) return undefined;
    let result = '';
    let copied = -1;
    for (let from = 0; from <= text.length;) {
      const found = run(this.#program, text, from, true);
      if (!found) break;
      const [start = 0, end = 0] = found;
      // As in Go, an empty match right behind another one does not count; either way it moves on by one character.
      if (end > start || start !== copied) {
        result += text.slice(Math.max(copied, 0), start) + this.#expand(template, text, found);
        copied = end;
        if (result.length > REPLACED_MAX_CHARS) return undefined;
      }
      from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
    }
    return copied < 0 ? undefined : result + text.slice(copied);
  }

  #expand(template: string, text: string, found: readonly number[]): string {
    return template.replace(/\$(?:\$|(\w+)|\{(\w+)\})/g, (all, plain?: string, braced?: string) => {
      const name = plain ?? braced;
      if (name === undefined) return all === '$$' ? '$' : all;
      const index = /^\d+$/.test(name) ? Number(name) : this.#program.groups.indexOf(name);
      const start = found[2 * index] ?? -1;
      return start < 0 ? '' : text.slice(start, found[2 * index + 1]);
    });
  }
}
