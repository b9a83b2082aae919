// Statements of a text of SQL, split as the clients of the databases do. Not a parser: what is inside a statement is the
// server's to judge.
import type { QueryProtocol } from './messages.ts';

/** `text` without the semicolon and without blanks around it; `start` and `end` are its place in the whole text. */
export type Statement = { text: string; start: number; end: number };

/** What is neither a quote nor the beginning of a comment nor the end of a statement, as far as it goes. */
const PLAIN = /[^;'"`$#/-]+/y;

/**
 * Knows quotes, comments, dollar quotes and E-strings of PostgreSQL, backslashes and `#` of MySQL. What is left open ends
 * with the text. Statements without a word (blanks and comments only) are left out. It stops once there are more than
 * `max`.
 */
export function splitStatements(sql: string, protocol: QueryProtocol, max = Infinity): Statement[] {
  const statements: Statement[] = [];
  let from = 0;
  let hasWord = false;
  const finish = (to: number) => {
    const whole = sql.slice(from, to);
    const text = whole.trim();
    const start = from + (whole.length - whole.trimStart().length);
    if (hasWord) statements.push({ text, start, end: start + text.length });
    from = to + 1;
    hasWord = false;
  };
  let at = 0;
  while (at < sql.length && statements.length <= max) {
    PLAIN.lastIndex = at;
    if (PLAIN.test(sql)) {
      hasWord ||= /\S/.test(sql.slice(at, PLAIN.lastIndex));
      at = PLAIN.lastIndex;
      continue;
    }
    const char = sql.charAt(at);
    const comment = commentEnd(sql, at, protocol);
    if (comment !== undefined) {
      at = comment;
    } else if (char === ';') {
      finish(at);
      at += 1;
    } else {
      if (char.trim() !== '') hasWord = true;
      at = quoteEnd(sql, at, protocol) ?? at + 1;
    }
  }
  finish(sql.length);
  return statements;
}

/** Where the comment that begins here ends; undefined where none begins. */
function commentEnd(sql: string, at: number, protocol: QueryProtocol): number | undefined {
  const two = sql.slice(at, at + 2);
  const isMysql = protocol === 'mysql';
  const isLine = (two === '--' && (!isMysql || /^--(\s|$)/.test(sql.slice(at, at + 3)))) || (isMysql && two[0] === '#');
  if (isLine) return endOf(sql, '\n', at);
  if (two !== '/*') return undefined;
  // MySQL runs what stands in /*! and MariaDB in /*M!.
  if (isMysql) return /^\/\*M?!/.test(sql.slice(at, at + 4)) ? undefined : endOf(sql, '*/', at + 2);
  let depth = 0;
  for (let next = at; next < sql.length; next++) {
    const pair = sql.slice(next, next + 2);
    if (pair !== '/*' && pair !== '*/') continue;
    depth += pair === '/*' ? 1 : -1;
    next += 1;
    if (depth === 0) return next + 1;
  }
  return sql.length;
}

/** Where the quoted text that begins here ends; undefined where none begins. */
function quoteEnd(sql: string, at: number, protocol: QueryProtocol): number | undefined {
  const char = sql.charAt(at);
  if (protocol === 'mysql') return `'"\``.includes(char) ? stringEnd(sql, at, char !== '`') : undefined;
  if (char === "'") return stringEnd(sql, at, /(^|\W)e$/i.test(sql.slice(Math.max(0, at - 2), at)));
  if (char === '"') return stringEnd(sql, at, false);
  if (char !== '$' || /[\w$]/.test(sql.charAt(at - 1))) return undefined;
  const [tag] = /^\$(?:[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$/.exec(sql.slice(at, at + 70)) ?? [];
  return tag === undefined ? undefined : endOf(sql, tag, at + tag.length);
}

function stringEnd(sql: string, at: number, hasBackslashes: boolean): number {
  const quote = sql.charAt(at);
  for (let next = at + 1; next < sql.length; next++) {
    const char = sql.charAt(next);
    if (hasBackslashes && char === '\\') next += 1;
    else if (char === quote) return next + 1; // a doubled quote begins a new string at once, which is the same
  }
  return sql.length;
}

function endOf(sql: string, text: string, from: number): number {
  const found = sql.indexOf(text, from);
  return found < 0 ? sql.length : found + text.length;
}
