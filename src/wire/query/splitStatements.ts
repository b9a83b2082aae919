// Splits SQL text into statements, as the clients of the databases do. This is not a parser: the server checks what is
// inside a statement.
import type { QueryProtocol } from './messages.ts';
import { beginsRoutine, RoutineBlocks } from './RoutineBlocks.ts';

/**
 * `text` has no semicolon and no blanks around it. `start` and `end` are its offsets in the whole text. `word`: its
 * first word in lower case, after comments and parentheses, or '' if it begins with anything else.
 */
export type Statement = { text: string; start: number; end: number; word: string };

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const EXCLAMATION = 0x21;
const QUOTE = 0x27;
const PARENTHESIS = 0x28;
const DOUBLE_QUOTE = 0x22;
const BACKTICK = 0x60;
const BACKSLASH = 0x5c;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const DOLLAR = 0x24;
const DASH = 0x2d;
const SLASH = 0x2f;
const STAR = 0x2a;
const LETTER_M = 0x4d;
const LETTER_E = 0x65;
const DELETE = 0x7f;

/** By character code: whether it can begin a quoted text or a comment, or end a statement. */
const BEGINS_SOMETHING = new Uint8Array(0x80);
for (const code of [QUOTE, DOUBLE_QUOTE, BACKTICK, SEMICOLON, HASH, DOLLAR, DASH, SLASH]) BEGINS_SOMETHING[code] = 1;

/**
 * Handles quotes, comments, dollar quotes and E-strings of PostgreSQL, backslashes and `#` of MySQL. An unclosed quote
 * or comment ends with the text. Statements without a word (only blanks and comments) are left out. The body of a
 * routine belongs to its statement. Stops once there are more than `max`.
 */
export function splitStatements(sql: string, protocol: QueryProtocol, max = Infinity): Statement[] {
  const steps = statementSteps(sql, protocol, max);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A long text takes the full time that a request may take, and the event loop must serve others in between. */
const PIECES_AT_ONCE = 50_000;

/** The same in steps of some milliseconds. The last step returns the statements. */
export function* statementSteps(sql: string, protocol: QueryProtocol, max: number): Generator<void, Statement[]> {
  let pieces = 0;
  const statements: Statement[] = [];
  let from = 0;
  let hasWord = false;
  let word: string | undefined;
  let routine: RoutineBlocks | undefined;
  const finish = (to: number) => {
    const whole = sql.slice(from, to);
    const text = whole.trim();
    const start = from + (whole.length - whole.trimStart().length);
    if (hasWord) statements.push({ text, start, end: start + text.length, word: word ?? '' });
    from = to + 1;
    hasWord = false;
    word = routine = undefined;
  };
  let at = 0;
  while (at < sql.length && statements.length <= max) {
    if (++pieces % PIECES_AT_ONCE === 0) yield;
    const code = sql.charCodeAt(at);
    if (code > DELETE || !BEGINS_SOMETHING[code]) {
      if (word === undefined && !isBlank(code)) {
        hasWord = true;
        if (code !== PARENTHESIS) word = wordAt(sql, at);
        if ((word === 'create' || word === 'begin') && beginsRoutine(sql, at)) routine = new RoutineBlocks(protocol);
      }
      at = routine && isWord(code) ? routine.add(sql, at, wordEnd(sql, at)) : at + 1;
      continue;
    }
    const end = commentEnd(sql, at, code, protocol);
    if (end !== undefined) {
      at = end;
    } else if (code === SEMICOLON) {
      if (!routine?.goesOn()) finish(at);
      at += 1;
    } else {
      hasWord = true;
      word ??= '';
      at = quoteEnd(sql, at, code, protocol) ?? at + 1;
    }
  }
  finish(sql.length);
  return statements;
}

/**
 * The text with a blank for adjacent comments, and for quoted texts if quotes are dropped. `/*!` blocks, which MySQL
 * runs, stay.
 */
export function plainText(sql: string, protocol: QueryProtocol, quotes: 'kept' | 'dropped'): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < sql.length;) {
    const code = sql.charCodeAt(at);
    if (code > DELETE || !BEGINS_SOMETHING[code]) {
      at += 1;
      continue;
    }
    const comment = commentEnd(sql, at, code, protocol);
    const end = comment ?? quoteEnd(sql, at, code, protocol);
    if (end !== undefined && (comment !== undefined || quotes === 'dropped')) {
      if (at > from) kept.push(sql.slice(from, at));
      from = end;
    }
    at = end ?? at + 1;
  }
  return [...kept, sql.slice(from)].join(' ');
}

/** Blanks that stay as they are, such as an indent. */
const SHORT_BLANKS = 8;

/**
 * The start of a statement, for a log. Comments and long blanks of a longer one are left out, since they could hide its
 * content.
 */
export function statementStart(sql: string, protocol: QueryProtocol, maxChars: number): string {
  if (sql.length <= maxChars) return sql;
  const text = plainText(sql, protocol, 'kept').trimStart();
  let start = '';
  // A regular expression would take 50 ms for a million blanks.
  for (let at = 0; at < text.length && start.length < maxChars;) {
    const word = at;
    while (at < text.length && !isBlank(text.charCodeAt(at))) at++;
    const blanks = at;
    while (at < text.length && isBlank(text.charCodeAt(at))) at++;
    start += text.slice(word, blanks) + (at - blanks > SHORT_BLANKS ? ' ' : text.slice(blanks, at));
  }
  return start.slice(0, maxChars);
}

/** The end of the comment that begins here. Undefined if none begins. */
function commentEnd(sql: string, at: number, code: number, protocol: QueryProtocol): number | undefined {
  const isMysql = protocol === 'mysql';
  const next = sql.charCodeAt(at + 1);
  if (code === HASH) return isMysql ? lineEnd(sql, at, protocol) : undefined;
  if (code === DASH && next === DASH) {
    const third = sql.charCodeAt(at + 2);
    // MySQL requires a blank, an ASCII control character or the end of the text here.
    const isLine = !isMysql || !(third > SPACE) || third === DELETE;
    return isLine ? lineEnd(sql, at, protocol) : undefined;
  }
  if (code !== SLASH || next !== STAR) return undefined;
  if (!isMysql) return nestedCommentEnd(sql, at);
  // MySQL runs the content of /*! and MariaDB that of /*M!.
  const mark = sql.charCodeAt(at + 2) === LETTER_M ? at + 3 : at + 2;
  return sql.charCodeAt(mark) === EXCLAMATION ? undefined : endOf(sql, '*/', at + 2);
}

/** PostgreSQL also ends a line at a carriage return. */
function lineEnd(sql: string, at: number, protocol: QueryProtocol): number {
  for (let next = at; next < sql.length; next++) {
    const code = sql.charCodeAt(next);
    if (code === NEWLINE || (code === RETURN && protocol === 'postgres')) return next + 1;
  }
  return sql.length;
}

function nestedCommentEnd(sql: string, at: number): number {
  let depth = 0;
  for (let next = at; next < sql.length; next++) {
    const code = sql.charCodeAt(next);
    if (code !== SLASH && code !== STAR) continue;
    if (sql.charCodeAt(next + 1) !== (code === SLASH ? STAR : SLASH)) continue;
    depth += code === SLASH ? 1 : -1;
    next += 1;
    if (depth === 0) return next + 1;
  }
  return sql.length;
}

/** The end of the quoted text that begins here. Undefined if none begins. */
function quoteEnd(sql: string, at: number, code: number, protocol: QueryProtocol): number | undefined {
  if (code === BACKTICK) return protocol === 'mysql' ? stringEnd(sql, '`', at) : undefined;
  if (code === DOUBLE_QUOTE) return protocol === 'mysql' ? escapedEnd(sql, code, at) : stringEnd(sql, '"', at);
  if (code === QUOTE) {
    const hasBackslashes = protocol === 'mysql' || isEscapeString(sql, at);
    return hasBackslashes ? escapedEnd(sql, code, at) : stringEnd(sql, "'", at);
  }
  if (code !== DOLLAR || protocol === 'mysql' || isWord(sql.charCodeAt(at - 1))) return undefined;
  const [tag] = /^\$(?:[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$/.exec(sql.slice(at, at + 70)) ?? [];
  return tag === undefined ? undefined : endOf(sql, tag, at + tag.length);
}

/** `E'…'` of PostgreSQL. The E must not be the last letter of a word. */
function isEscapeString(sql: string, at: number): boolean {
  const isE = (sql.charCodeAt(at - 1) | 0x20) === LETTER_E;
  return isE && (at < 2 || !(isWord(sql.charCodeAt(at - 2)) && sql.charCodeAt(at - 2) !== DOLLAR));
}

/** A doubled quote begins a new string at once, which has the same effect. */
const stringEnd = (sql: string, quote: string, at: number): number => endOf(sql, quote, at + 1);

function escapedEnd(sql: string, quote: number, at: number): number {
  for (let next = at + 1; next < sql.length; next++) {
    const code = sql.charCodeAt(next);
    if (code === BACKSLASH) next += 1;
    else if (code === quote) return next + 1;
  }
  return sql.length;
}

function endOf(sql: string, text: string, from: number): number {
  const found = sql.indexOf(text, from);
  return found < 0 ? sql.length : found + text.length;
}

function wordAt(sql: string, at: number): string {
  const letters = /[a-z]*/iy;
  letters.lastIndex = at;
  return (letters.exec(sql)?.[0] ?? '').toLowerCase();
}

/** The characters beyond ASCII that `trim` removes. */
const WIDE_BLANKS = new Set([
  ...[0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
]);

/** The characters that `trim` removes. */
const isBlank = (code: number): boolean =>
  code > DELETE ? WIDE_BLANKS.has(code) : code === SPACE || (code >= 0x09 && code <= RETURN);

function wordEnd(sql: string, at: number): number {
  let end = at + 1;
  while (isWord(sql.charCodeAt(end))) end++;
  return end;
}

/** `[\w$]`. NaN, before the start of the text, is not one. */
const isWord = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) ||
  code === 0x5f ||
  code === DOLLAR;
