// Finds the occurrences of a text or of a pattern in lines.
import { compileRegExp } from './regexp/linearRegExp.ts';

/** Positions in a line, from the left, without overlaps. `to` is exclusive. */
export type Ranges = [from: number, to: number][];
export type Matcher = (line: string) => Ranges;

/** Per line. More matches are not worth showing. */
const RANGES_MAX = 10;
/** The number of steps of a pattern. Each step costs time at every character. */
const PATTERN_STEPS_MAX = 300;

/**
 * A matcher for `text`. Plain text matches in either case, patterns match case-sensitively. Returns a message if the
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

/** The result has the length of the text, so positions in one are positions in the other. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  }).join('');
}

const EXCERPT_CHARS = 400;
const BEFORE_MATCH_CHARS = 80;

/** For a long line, the part around its first match. */
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
