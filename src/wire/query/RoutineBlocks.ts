// Tracks blocks in the body of a routine, since a semicolon inside them does not end the statement.
import type { QueryProtocol } from './messages.ts';

const HEAD =
  /create\s+(?:or\s+replace\s+)?(?:definer\s*=\s*(?:`[^`]*`|'[^']*'|[^\s`'])+\s+)?(?:aggregate\s+)?(?:procedure|function|trigger|event)\b|begin\s+not\s+atomic\b/iy;
/** A statement of the body follows these words. */
const LEADERS = new Set(['then', 'else', 'do']);
const OPENERS = new Set(['begin', 'if', 'loop', 'while', 'repeat', 'for']);
const KNOWN = new Set([...LEADERS, ...OPENERS, 'case', 'end', 'handler', 'when']);
const LONGEST = 'handler'.length;
const ATOMIC = /\s+atomic\b/iy;
const CALL = /\s*\(/y;
const CLOSED = /\s+(?:if|case|loop|while|repeat|for)\b/iy;

/** Whether this statement creates a routine, a trigger or an event, or runs a MariaDB block without one. */
export const beginsRoutine = (sql: string, at: number): boolean => endOf(HEAD, sql, at) > at;

/** Processes the words of one such statement in order, without words in quotes and comments. */
export class RoutineBlocks {
  #isPostgres: boolean;
  /** `if`: without its `then` so far, so it can still be the function `IF()`. */
  #open: ('block' | 'case' | 'repeat' | 'if')[] = [];
  /** In the head: no semicolon or leading word marks the start of the body. */
  #isHead = true;
  /** Before the statement of a handler, which is not marked either. */
  #isHandler = false;
  /** After a semicolon, or after a word that a statement follows. */
  #isStart = false;

  constructor(protocol: QueryProtocol) {
    this.#isPostgres = protocol === 'postgres';
  }

  /** Processes the word from `at` to `end`, and returns where the next one can begin. */
  add(sql: string, at: number, end: number): number {
    const wasStart = this.#isStart;
    this.#isStart = false;
    const word = end - at > LONGEST ? '' : sql.slice(at, end).toLowerCase();
    const before = KNOWN.has(word) ? charBefore(sql, at) : '.';
    if (before === '.' || before === '@') return end; // a column or a variable
    const isStart = wasStart || before === ':';
    this.#isStart = LEADERS.has(word);
    if (word === 'end') return this.#close(isStart) ? endOf(CLOSED, sql, end) : end;
    if (word === 'when') this.#dropFunctions();
    if (word === 'handler') this.#isHandler = true;
    if (word === 'case') this.#open.push('case');
    if (word === 'then' && this.#open.at(-1) === 'if') this.#enter('block', this.#open.length - 1);
    if (!OPENERS.has(word) || before === '(' || before === ',') return end;
    const isOpener = this.#isPostgres
      ? word === 'begin' && endOf(ATOMIC, sql, end) > end
      : isStart || ((this.#isHead || this.#isHandler) && this.#open.at(-1) !== 'case' && word !== 'for');
    if (!isOpener || (word === 'repeat' && endOf(CALL, sql, end) > end)) return end;
    if (word === 'if') this.#open.push('if');
    else this.#enter(word === 'repeat' ? 'repeat' : 'block');
    return end;
  }

  /** Called at a semicolon: whether the statement continues after it. */
  goesOn(): boolean {
    this.#dropFunctions();
    this.#isStart = true;
    this.#isHead = this.#isHandler = false;
    return this.#open.length > 0;
  }

  #enter(kind: 'block' | 'repeat', depth = this.#open.length): void {
    this.#open[depth] = kind;
    this.#isStart = true;
    this.#isHead = this.#isHandler = false;
  }

  /** Removes each `if` that had no `then`. */
  #dropFunctions(): void {
    while (this.#open.at(-1) === 'if') this.#open.pop();
  }

  /** `end` can also be a column. It closes a block only where a statement can begin, and other constructs anywhere. */
  #close(isStart: boolean): boolean {
    this.#dropFunctions();
    const last = this.#open.at(-1);
    if (last === undefined || (last === 'block' && !isStart)) return false;
    this.#open.pop();
    return true;
  }
}

function endOf(mark: RegExp, sql: string, at: number): number {
  mark.lastIndex = at;
  return mark.test(sql) ? mark.lastIndex : at;
}

function charBefore(sql: string, at: number): string {
  let before = at - 1;
  while (before > 0 && sql.charCodeAt(before) <= 0x20) before--;
  return sql.charAt(before);
}
