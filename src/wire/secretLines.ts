// Secrets in a text that cannot be parsed. It finds their keys by name, and their ends by the usual ends of values.

/** `isSure`: the end of each value is certain. Otherwise the text ends at the first uncertain one. */
export type HiddenLines = { text: string; isSure: boolean };

type Key = {
  /** Lines of the value are indented deeper than this column. */
  indent: number;
  /** The offset after the colon. */
  valueStart: number;
  /** The key is in braces after other keys, so a comma ends its value. */
  isInBraces: boolean;
};
/** The extent of a value: to an offset on its own line, and over this many lines below. */
type Extent = { end: number; linesBelow: number; isSure: boolean };

const LINE_BREAK = /\r\n|\r|\n/g;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/y;
const PLAIN = /[^\s:,{}[\]"'#](?:(?!\s#)[^:,{}[\]])*/y;
/** An anchor and a tag, which can come before a value. */
const PROPERTIES = /^[ \t]*(?:[&!][^\s,{}[\]]*[ \t]*)*/;
const BLOCK_HEADER = /^[|>][-+0-9]*[ \t]*(?:#.*)?$/;
const BEHIND_VALUE = /^(?:[ \t]*[,}\]].*|[ \t]+#.*|[ \t]*)$/;
/** A line that continues the document: a key, an item, a comment, a bracket or the end. */
const NEXT_PART = /^\s*(?:- |-$|#|[}\]]|---|\.\.\.|(?:"[^"]*"|'[^']*'|[\w$./@-]+)\s*:)/;
/** The text after the comma of a value in braces. */
const NEXT_IN_BRACES = /^[ \t]*(?:,[ \t]*(?:["'\w$.-][^:,]*:.*|[}\]].*|#.*|)|[}\]].*|#.*|)$/;
/** Each key costs a check of the rest of its line and of the lines below. No document has this many secrets. */
const KEYS_MAX = 100;
/** Matches private keys even if a paste has broken their lines. */
const PRIVATE_KEY = /PRIVATE KEY-----|\bclient-key-data\b/;
/** Matches other secrets of a kubeconfig with their value: in lines, in braces and as JSON. */
const KUBECONFIG_SECRET =
  /(?:^|[{,]|- )[ \t]*["']?(?:token|password|(?:access|id|refresh)-token|client-secret)["']?[ \t]*:[ \t]*(?!["']{2}|[#\s,}])\S/m;

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;
const isBlank = (line: string): boolean => line.trim() === '';

/** The match of a sticky pattern at an offset. */
function matchAt(pattern: RegExp, line: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(line)?.[0];
}

/** The next key with one of these names in a line, outside comments. `'unsure'`: the name occurs without a colon. */
function findKey(line: string, from: number, names: readonly string[]): Key | 'unsure' | undefined {
  const first = /^[ \t]*(?:[-?][ \t]+)*/.exec(line)?.[0].length ?? 0;
  let isInBraces = from > 0;
  for (let at = Math.max(from, first); at < line.length;) {
    const char = line.charAt(at);
    if (char === '#' && (at === 0 || /\s/.test(line.charAt(at - 1)))) return undefined;
    const quoted = matchAt(QUOTED, line, at);
    const word = quoted ?? matchAt(PLAIN, line, at)?.trimEnd();
    if (word === undefined) {
      if (/[{[,]/.test(char)) isInBraces = true;
      at++;
      continue;
    }
    const end = at + word.length;
    const name = quoted === undefined ? word : word.slice(1, -1);
    const colon = /^\s*:/.exec(line.slice(end))?.[0];
    if (names.includes(name) && colon !== undefined)
      return { indent: at === first ? first : indentOf(line), valueStart: end + colon.length, isInBraces };
    if (at === first && names.some((word) => name.startsWith(word) && /^[\s=]+\S/.test(name.slice(word.length))))
      return 'unsure';
    at = end;
  }
  return undefined;
}

/** The offset after the bracket that closes the first one. Undefined if the line ends before it. */
function bracketEnd(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const quoted = matchAt(QUOTED, text, at);
    if (quoted !== undefined) at += quoted.length - 1;
    else if (/["']/.test(char)) return undefined;
    else if (/[{[]/.test(char)) depth++;
    else if (/[}\]]/.test(char) && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The lines below a key that belong to its value, and whether the document continues after them. */
function linesOf(
  lines: readonly string[],
  nth: number,
  indent: number,
): { within: readonly string[]; next: string | undefined } {
  let [last, at] = [nth, nth + 1];
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isBlank(line)) continue;
    if (indentOf(line) <= indent) break;
    last = at;
  }
  return { within: lines.slice(nth + 1, last + 1), next: lines[at] };
}

/** Finds the end of the value of a key. */
function extentOf(
  line: string,
  { indent, valueStart, isInBraces }: Key,
  lines: readonly string[],
  nth: number,
): Extent {
  const start = valueStart + (PROPERTIES.exec(line.slice(valueStart))?.[0].length ?? 0);
  const value = line.slice(start);
  const isQuoted = /^["']/.test(value);
  const isBracket = /^[{[]/.test(value);
  const closed = isQuoted ? matchAt(QUOTED, line, start)?.length : isBracket ? bracketEnd(value) : undefined;
  if (closed !== undefined && BEHIND_VALUE.test(value.slice(closed)))
    return { end: start + closed, linesBelow: 0, isSure: true };

  const { within, next } = linesOf(lines, nth, indent);
  const linesBelow = within.length;
  const goesOn = next === undefined || NEXT_PART.test(next);
  if (value === '' || value.startsWith('#'))
    return { end: valueStart, linesBelow, isSure: goesOn || (linesBelow === 0 && value !== '') };
  if (BLOCK_HEADER.test(value))
    return { end: line.length, linesBelow, isSure: goesOn && (linesBelow > 0 || next === undefined) };
  if (isQuoted) {
    const whole = [value, ...within].join('\n');
    const isClosed = matchAt(QUOTED, whole, 0)?.length === whole.trimEnd().length;
    return { end: line.length, linesBelow, isSure: isClosed && goesOn };
  }
  const comment = value.search(/\s#/);
  const plain = (comment < 0 ? value : value.slice(0, comment)).trimEnd().replace(/,$/, '');
  if (!isInBraces) return { end: start + plain.length, linesBelow, isSure: goesOn };
  const end = start + plain.split(/[,}\]]/, 1).join('').length;
  return { end, linesBelow: 0, isSure: !isBracket && NEXT_IN_BRACES.test(line.slice(end)) };
}

/**
 * The text without the values of these keys at any position, since a mistake may have moved a key. Only the value is
 * removed, with the lines that belong to it.
 */
export function hideByKeys(text: string, names: readonly string[], note: string): HiddenLines {
  const lines = text.split(LINE_BREAK);
  const breaks = text.match(LINE_BREAK) ?? [];
  const shown: string[] = [];
  let keys = 0;
  for (let nth = 0; nth < lines.length; nth++) {
    let line = lines[nth] ?? '';
    let below = 0;
    for (let from = 0; ;) {
      const key = findKey(line, from, names);
      if (key === undefined) break;
      if (key === 'unsure' || ++keys > KEYS_MAX) return { text: shown.join(''), isSure: false };
      const { end, linesBelow, isSure } = extentOf(line, key, lines, nth);
      const [head, rest] = [line.slice(0, key.valueStart), line.slice(end)];
      if (!isSure) return { text: `${shown.join('')}${head} ${note}`, isSure };
      below = Math.max(below, linesBelow);
      const isLast = /^\s*(?:#.*)?$/.test(rest);
      if (end > key.valueStart) line = isLast ? `${head} ${note}${rest}` : `${head} ""${rest}`;
      else if (linesBelow > 0 && isBlank(rest)) line = `${head} ${note}`;
      from = line.length - rest.length;
    }
    nth += below;
    shown.push(line, breaks[nth] ?? '');
  }
  const hidden = shown.join('');
  return { text: hidden, isSure: !hasKeyMaterial(hidden) };
}

/** Whether a text contains a private key or a secret of a kubeconfig, at any position. */
export const hasKeyMaterial = (text: string): boolean => PRIVATE_KEY.test(text) || KUBECONFIG_SECRET.test(text);
