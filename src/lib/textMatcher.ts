// Where a text, or what a pattern matches, occurs in lines.
import { compileRegExp } from './regexp/linearRegExp.ts';

/** Places of a line, from the left, without overlaps: from a character to behind another. */
export type Ranges = [from: number, to: number][];
export type Matcher = (line: string) => Ranges;

/** Of one line: more are not worth showing. */
const RANGES_MAX = 10;
/** Steps of a pattern: each takes its time at every character. */
const PATTERN_STEPS_MAX = 300;

/**
 * What finds `text` in lines. Letters count in either case, in patterns as they are written. A message instead where the
 * pattern cannot be used.
 */
export function textMatcher(
  text: string,
  isPattern: boolean,
): { ok: true; matcher: Matcher } | { ok: false; message: string } {
  if (!isPattern) {
    const folded = foldCase(text);
    return { ok: true, matcher: (line) => find(line, folded) };
  }
  const compiled = compileRegExp(text);
  if (!compiled.ok) return compiled;
  const { regExp } = compiled;
  if (regExp.size > PATTERN_STEPS_MAX) return { ok: false, message: 'the regular expression is too long' };
  return { ok: true, matcher: (line) => (regExp.test(line) ? regExp.matches(line, RANGES_MAX) : []) };
}

function find(line: string, folded: string): Ranges {
  const found: Ranges = [];
  const all = foldCase(line);
  for (let at = all.indexOf(folded); at >= 0 && found.length < RANGES_MAX; at = all.indexOf(folded, at + folded.length))
    found.push([at, at + folded.length]);
  return found;
}

/** As long as the text: places in one are places in the other. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const one = character.toLowerCase();
    return one.length === character.length ? one : character;
  }).join('');
}

const EXCERPT_CHARS = 400;
const BEFORE_MATCH_CHARS = 80;

/** Of a long line that which is around its first match. */
export function excerpt(line: string, ranges: Ranges): { text: string; ranges: Ranges } {
  const from = line.length <= EXCERPT_CHARS ? 0 : Math.max(0, (ranges[0]?.[0] ?? 0) - BEFORE_MATCH_CHARS);
  const text = line.slice(from, from + EXCERPT_CHARS);
  return {
    text,
    ranges: ranges.flatMap(([start, end]): Ranges =>
      start - from < text.length ? [[start - from, Math.min(end - from, text.length)]] : [],
    ),
  };
}
