import { parsePattern } from './parse.ts';
import { toProgram, type Program } from './program.ts';
import { PatternError } from './reader.ts';
import { Machine, type Found } from './run.ts';

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
  #machine: Machine;
  /** The last one that was used: the same for many values. */
  #template: { source: string; parts: readonly (string | number)[] } | undefined;

  constructor(program: Program) {
    this.#program = program;
    this.#machine = new Machine(program);
  }

  /** Steps of its machine, which is what compiling and matching it cost. */
  get size(): number {
    return this.#program.steps.length;
  }

  /** True when the pattern matches anywhere in the text. */
  test(text: string): boolean {
    return this.#machine.test(text);
  }

  /** Where it matches, from the left, without overlaps and empty matches; `most` of them. */
  matches(text: string, most: number): [from: number, to: number][] {
    const all: [number, number][] = [];
    for (let from = 0; from <= text.length && all.length < most;) {
      const found = this.#machine.find(text, from);
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
      const found = this.#machine.find(text, from);
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

  #expand(template: string, text: string, found: Found): string {
    if (this.#template?.source !== template) this.#template = { source: template, parts: this.#partsOf(template) };
    let result = '';
    for (const part of this.#template.parts) {
      if (typeof part === 'string') result += part;
      else if ((found[2 * part] ?? -1) >= 0) result += text.slice(found[2 * part], found[2 * part + 1]);
    }
    return result;
  }

  #partsOf(template: string): (string | number)[] {
    return Array.from(template.matchAll(/[^$]+|\$(?:\$|(\w+)|\{(\w+)\})?/g), ([all, plain, braced]) => {
      const name = plain ?? braced;
      if (name === undefined) return all === '$$' ? '$' : all;
      return /^\d+$/.test(name) ? Number(name) : this.#program.groups.indexOf(name);
    });
  }
}
