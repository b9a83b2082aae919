// Blocks in the body of a routine: a semicolon inside of them ends no statement.
import type { QueryProtocol } from './messages.ts';

const HEAD =
  /create\s+(?:or\s+replace\s+)?(?:definer\s*=\s*(?:`[^`]*`|'[^']*'|[^\s`'])+\s+)?(?:aggregate\s+)?(?:procedure|function|trigger|event)\b|begin\s+not\s+atomic\b/iy;
/** A statement of the body follows them. */
const LEADERS = new Set(['then', 'else', 'do']);
const OPENERS = new Set(['begin', 'if', 'loop', 'while', 'repeat', 'for']);
const KNOWN = new Set([...LEADERS, ...OPENERS, 'case', 'end', 'handler', 'when']);
const LONGEST = 'handler'.length;
const ATOMIC = /\s+atomic\b/iy;
const CALL = /\s*\(/y;
const CLOSED = /\s+(?:if|case|loop|while|repeat|for)\b/iy;

/** Whether a routine, a trigger or an event is created here, or a block of MariaDB runs without one. */
export const beginsRoutine = (sql: string, at: number): boolean => endOf(HEAD, sql, at) > at;

/** Follows the words of one such statement in their order, without those in quotes and comments. */
export class RoutineBlocks {
  #isPostgres: boolean;
  /** `if`: without its `then`, so it may still be the function. */
  #open: ('block' | 'case' | 'repeat' | 'if')[] = [];
  /** Before the body, whose first word stands behind no mark. */
  #isHead = true;
  /** Before the statement of a handler, which does the same. */
  #isHandler = false;
  /** Behind a semicolon, or a word that a statement follows. */
  #isStart = false;

  constructor(protocol: QueryProtocol) {
    this.#isPostgres = protocol === 'postgres';
  }

  /** A word from `at` to `end`; gives where the next one may begin. */
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

  /** At a semicolon: whether the statement goes on behind it. */
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

  /** Each `if` whose `then` has not come. */
  #dropFunctions(): void {
    while (this.#open.at(-1) === 'if') this.#open.pop();
  }

  /** `end` may also be a column: it closes a block where a statement can begin, and others anywhere. */
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
