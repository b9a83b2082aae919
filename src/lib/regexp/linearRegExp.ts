import { parsePattern } from './parse.ts';
import { toProgram, type Program } from './program.ts';
import { PatternError } from './reader.ts';
import { Machine, type MatchSlots } from './run.ts';

export type Compiled = { ok: true; regExp: LinearRegExp } | { ok: false; message: string };

/**
 * A regular expression in RE2's syntax and with its guarantee: a match takes at most time proportional to the length of
 * the text times the size of the pattern. Everyone who can edit a role can write patterns, and the server runs them.
 * With a backtracking engine they could block it.
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

/** Limits both the input and the result of a replacement: nested replacements could fill the memory otherwise. */
const REPLACED_MAX_CHARS = 4096;

export class LinearRegExp {
  #program: Program;
  #machine: Machine;
  /** The template that was used last. Many values use the same one. */
  #template: { source: string; parts: readonly (string | number)[] } | undefined;

  constructor(program: Program) {
    this.#program = program;
    this.#machine = new Machine(program);
  }

  /** The number of steps of its machine. Compiling and matching cost time in proportion. */
  get size(): number {
    return this.#program.steps.length;
  }

  /** True when the pattern matches anywhere in the text. */
  test(text: string): boolean {
    return this.#machine.test(text);
  }

  /** The matches from the left, without overlaps and empty matches, at most `most` of them. */
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

  /**
   * Replaces every match. The template has `$1`, `${name}` and `$$` as in Go. Returns undefined if nothing matches, or
   * if the text or the result is too long.
   */
  replaceAll(text: string, template: string): string | undefined {
    if (Math.max(text.length, template.length) > REPLACED_MAX_CHARS) return undefined;
    let result = '';
    let copied = -1;
    for (let from = 0; from <= text.length;) {
      const found = this.#machine.find(text, from);
      if (!found) break;
      const [start = 0, end = 0] = found;
      // As in Go, an empty match directly after another match does not count. The search still advances by one
      // character.
      if (end > start || start !== copied) {
        result += text.slice(Math.max(copied, 0), start) + this.#expand(template, text, found);
        copied = end;
        if (result.length > REPLACED_MAX_CHARS) return undefined;
      }
      from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
    }
    return copied < 0 ? undefined : result + text.slice(copied);
  }

  #expand(template: string, text: string, found: MatchSlots): string {
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
