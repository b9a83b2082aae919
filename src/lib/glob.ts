// Patterns with wildcards. A match takes at most time proportional to the product of both lengths: text and pattern
// come from users, and matching runs on the event loop.

type Matcher = (text: string) => boolean;

/** One element of a pattern: any text, or a test for one character. */
type Token = typeof ANY_TEXT | ((character: string) => boolean);
const ANY_TEXT = 'any text';

/** Only `*` is special. It matches any text. */
export function glob(pattern: string): Matcher {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (value) => value === first;
  return (value) => {
    if (value.length < first.length + last.length || !value.startsWith(first) || !value.endsWith(last)) return false;
    const end = value.length - last.length;
    let at = first.length;
    for (const part of rest) {
      const found = value.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** `*` matches any text and `?` one character, as in OpenSSH patterns. */
export const wildcards = (pattern: string): Matcher =>
  /[*?]/.test(pattern) ? matcherOf(Array.from(pattern, toToken)) : (text) => text === pattern;

/** As `wildcards`. `[a-z]` also matches one of these characters, and `[!a-z]` any other character, as in a shell. */
export function shellGlob(pattern: string): Matcher {
  const characters = Array.from(pattern);
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at++) {
    const end = characters[at] === '[' ? endOfClass(characters, at) : -1;
    tokens.push(end < 0 ? toToken(characters[at] ?? '') : toClass(characters.slice(at + 1, end)));
    if (end >= 0) at = end;
  }
  return matcherOf(tokens);
}

function toToken(character: string): Token {
  if (character === '*') return ANY_TEXT;
  return character === '?' ? () => true : (other) => other === character;
}

/** The index of the bracket that closes the class at `start`, or -1 if `[` does not open a class and is literal. */
function endOfClass(characters: readonly string[], start: number): number {
  const first = characters[start + 1] === '!' ? start + 2 : start + 1;
  const end = characters.indexOf(']', first);
  return end > first ? end : -1;
}

function toClass(members: readonly string[]): Token {
  const isNegated = members[0] === '!';
  const listed = isNegated ? members.slice(1) : members;
  const single = new Set<string>();
  const ranges: [from: number, to: number][] = [];
  for (let at = 0; at < listed.length; at++) {
    const [from = '', dash, to] = listed.slice(at, at + 3);
    if (dash === '-' && to !== undefined) {
      ranges.push([codeOf(from), codeOf(to)]);
      at += 2;
    } else single.add(from);
  }
  return (character) => {
    const code = codeOf(character);
    const isListed = single.has(character) || ranges.some(([from, to]) => from <= code && code <= to);
    return isListed !== isNegated;
  };
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** Backtracks only to the last `*`: the matches of earlier stars can stay as they are. */
function matcherOf(tokens: readonly Token[]): Matcher {
  return (text) => {
    const characters = Array.from(text);
    let [token, at] = [0, 0];
    let [afterStar, starEnd] = [-1, 0];
    while (at < characters.length) {
      const expected = tokens[token];
      if (expected === ANY_TEXT) {
        token += 1;
        [afterStar, starEnd] = [token, at];
      } else if (expected?.(characters[at] ?? '')) {
        token += 1;
        at += 1;
      } else if (afterStar >= 0) {
        token = afterStar;
        starEnd += 1;
        at = starEnd;
      } else return false;
    }
    while (tokens[token] === ANY_TEXT) token += 1;
    return token === tokens.length;
  };
}
