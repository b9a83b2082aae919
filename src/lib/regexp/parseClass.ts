import { DIGITS, not, POSIX, single, SPACE, WORD, type CharClass } from './charClass.ts';
import { PatternError, type Reader } from './reader.ts';

const CLASS_LETTERS: Readonly<Record<string, CharClass>> = {
  d: DIGITS,
  D: not(DIGITS),
  w: WORD,
  W: not(WORD),
  s: SPACE,
  S: not(SPACE),
};
const CONTROL: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const MAX_CODE_POINT = 0x10ffff;

/** Parses what follows a backslash, inside and outside of brackets. */
export function parseEscape(reader: Reader): CharClass {
  const octal = reader.match(/[1-7][0-7]{1,2}|0[0-7]{0,2}/y);
  if (octal) return single(Number.parseInt(octal[0], 8));
  const letter = reader.next();
  const set = CLASS_LETTERS[letter];
  if (set) return set;
  if (letter === 'p' || letter === 'P') return parseProperty(reader, letter === 'P');
  if (letter === 'x') return single(parseHex(reader));
  const control = CONTROL[letter];
  if (control !== undefined) return single(control);
  if (/[\w]|[^\0-\x7f]/.test(letter)) throw new PatternError(`unknown escape \\${letter}`);
  return single(letter.codePointAt(0) ?? 0);
}

function parseHex(reader: Reader): number {
  const found = reader.match(/\{([0-9a-fA-F]{1,8})\}|([0-9a-fA-F]{2})/y);
  const code = Number.parseInt(found?.[1] ?? found?.[2] ?? '', 16);
  if (!(code <= MAX_CODE_POINT)) throw new PatternError('\\x without a character code');
  return code;
}

function parseProperty(reader: Reader, negated: boolean): CharClass {
  const name = reader.take('{') ? reader.until('}') : reader.next();
  const plain = name.replace(/^\^/, '');
  const inner = negated !== plain.length < name.length;
  const property = toProperty(plain, 'General_Category') ?? toProperty(plain, 'Script');
  if (!property) throw new PatternError(`unknown property ${name}`);
  return { negated: inner, items: [{ property }] };
}

function toProperty(name: string, of: string): RegExp | undefined {
  if (!/^\w+$/.test(name)) return undefined;
  try {
    return new RegExp(`^\\p{${of}=${name}}$`, 'u');
  } catch {
    return undefined;
  }
}

/** Parses what follows an opening bracket, up to the closing one. */
export function parseClass(reader: Reader): CharClass {
  const negated = reader.take('^');
  const items: CharClass['items'][number][] = [];
  for (let first = true; first || !reader.at(']'); first = false) {
    const posix = reader.match(/\[:(\^?)(\w+):\]/y);
    if (posix) {
      const set = POSIX[posix[2] ?? ''];
      if (!set) throw new PatternError(`unknown class ${posix[0]}`);
      items.push({ inner: posix[1] ? not(set) : set });
      continue;
    }
    const from = parseMember(reader);
    const range = reader.at('-') && !reader.at('-]') ? reader.take('-') : false;
    if (!range) items.push({ inner: from });
    else items.push({ from: codeOf(from), to: codeOf(parseMember(reader)) });
    const last = items.at(-1);
    if (last && 'from' in last && last.from > last.to) throw new PatternError('a character range is out of order');
  }
  reader.take(']');
  return { negated, items };
}

const parseMember = (reader: Reader): CharClass =>
  reader.take('\\') ? parseEscape(reader) : single(reader.next().codePointAt(0) ?? 0);

function codeOf(set: CharClass): number {
  const [item] = set.items;
  if (set.negated || set.items.length !== 1 || !item || !('from' in item) || item.from !== item.to)
    throw new PatternError('a range needs a character at both ends');
  return item.from;
}
