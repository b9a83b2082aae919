import { readPlain } from '../../wire/yaml.ts';

/**
 * The kind of a token, for its colour. `value`: an unquoted word that the parser does not read as text (`no`, `12`).
 */
export type YamlTokenKind = 'key' | 'text' | 'value' | 'comment' | 'punct' | 'blank';
/** Reaches to the next token's start, or to the end of the line. */
export type YamlToken = { start: number; kind: YamlTokenKind };

/** The state that a line passes to the next one. */
export type YamlState = {
  /** Number of open brackets and braces. */
  depth: number;
  /** The quote of a text that continues on the next line. */
  quote: '' | "'" | '"';
  /** A block text continues while lines are indented further than this; -2: there is none. */
  block: number;
};
export const YAML_START: YamlState = { depth: 0, quote: '', block: -2 };

const BLANKS = /[ \t]+/y;
const INDICATOR = /[-?](?=[ \t]|$)/y;
const MARKER = /(?:---|\.\.\.)(?=[ \t]|$)/y;
const BLOCK_HEADER = /[|>][-+0-9]*[ \t]*(?=#|$)/y;
const NODE_MARK = /[&*!][^ \t,[\]{}]*/y;
const DOUBLE_QUOTED = /(?:[^"\\]|\\.)*/y;
const SINGLE_QUOTED = /(?:[^']|'')*/y;
const PLAIN_IN_BLOCK = /(?:[^:# \t]|:(?![ \t]|$)|(?<![ \t])#|[ \t]+(?!#|[ \t]|$))+/y;
const PLAIN_IN_FLOW = /(?:[^:# \t,[\]{}]|:(?![ \t,[\]{}]|$)|(?<![ \t])#|[ \t]+(?![#,[\]{}]|[ \t]|$))+/y;
const COLON_FOLLOWS = /[ \t]*:(?=[ \t,[\]{}]|$)/y;

const endOf = (pattern: RegExp, line: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(line) ? pattern.lastIndex : from;
};

/** Splits one line, in time proportional to its length for any content. */
export function tokenizeYaml(line: string, state: YamlState): { tokens: YamlToken[]; state: YamlState } {
  const indent = endOf(BLANKS, line, 0);
  if (state.block > -2 && (indent === line.length || indent > state.block))
    return { tokens: [{ start: 0, kind: 'text' }], state };

  const tokens: YamlToken[] = [];
  let { depth, quote } = state;
  let block = -2;
  let at = 0;
  /** Where the innermost node of the line begins. A block text below it is indented further. */
  let node = -1;
  const take = (kind: YamlTokenKind, end: number): void => {
    if (tokens.at(-1)?.kind !== kind) tokens.push({ start: at, kind });
    at = end;
  };
  const closeQuote = (from: number): number => {
    const end = endOf(quote === '"' ? DOUBLE_QUOTED : SINGLE_QUOTED, line, from);
    if (end >= line.length) return line.length;
    quote = '';
    return end + 1;
  };
  const isKey = (end: number): boolean => endOf(COLON_FOLLOWS, line, end) > end;

  if (quote) take('text', closeQuote(0));
  while (at < line.length) {
    const char = line[at] ?? '';
    const blanks = endOf(BLANKS, line, at);
    if (blanks > at) take('blank', blanks);
    else if (char === '#' && (at === 0 || /[ \t]/.test(line[at - 1] ?? ''))) take('comment', line.length);
    else if (depth === 0 && endOf(MARKER, line, at) > at && at === 0) take('punct', 3);
    else if (depth === 0 && endOf(INDICATOR, line, at) > at) {
      node = at;
      take('punct', at + 1);
    } else if (char === '[' || char === '{') {
      depth++;
      take('punct', at + 1);
    } else if (depth > 0 && (char === ']' || char === '}' || char === ',')) {
      if (char !== ',') depth--;
      take('punct', at + 1);
    } else if (char === ':') take('punct', at + 1);
    else if (char === '"' || char === "'") {
      quote = char;
      const end = closeQuote(at + 1);
      if (isKey(end)) node = at;
      take(isKey(end) ? 'key' : 'text', end);
    } else if (depth === 0 && endOf(BLOCK_HEADER, line, at) > at) {
      block = node;
      take('punct', endOf(BLOCK_HEADER, line, at));
    } else if (endOf(NODE_MARK, line, at) > at) take('value', endOf(NODE_MARK, line, at));
    else {
      const end = Math.max(endOf(depth > 0 ? PLAIN_IN_FLOW : PLAIN_IN_BLOCK, line, at), at + 1);
      if (isKey(end)) {
        node = at;
        take('key', end);
      } else take(typeof readPlain(line.slice(at, end)) === 'string' ? 'text' : 'value', end);
    }
  }
  return { tokens, state: { depth, quote, block } };
}
