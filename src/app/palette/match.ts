/** A matching range of a text. The end is exclusive. */
export type Span = readonly [start: number, end: number];
/** The score of a match, where higher is better, and its ranges. */
export type Match = { points: number; spans: readonly Span[] };

const POINTS = { whole: 100, start: 40, atStart: 30, atWord: 20, inside: 10, letters: 4, perCharacter: 0.01 };
/** Fewer letters would match almost every text. */
const LETTERS_MIN = 3;

const wordsOf = (typed: string): readonly string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

const isSign = (character = ' '): boolean => /[^\p{L}\p{N}]/u.test(character);
const beginsWord = (text: string, at: number): boolean => isSign(text[at - 1]);

/**
 * Every typed word must occur in the text, in any order. Of equal matches, the shorter text is better. Initial letters
 * of words also match (`pa3` finds `pay-api-03`), with a lower score than the word itself. A whole word counts as five
 * characters.
 */
export function matchText(text: string, typed: string): Match | undefined {
  const lower = text.toLowerCase();
  const words = wordsOf(typed);
  const spans: Span[] = [];
  let points = -text.length * POINTS.perCharacter;
  for (const word of words) {
    const found = findWord(lower, word) ?? findLetters(lower, word);
    if (!found) return undefined;
    points += found.points;
    spans.push(...found.spans);
  }
  const whole = words.join(' ');
  if (lower === whole) points += POINTS.whole;
  else if (whole !== '' && lower.startsWith(whole)) points += POINTS.start;
  return { points, spans: merge(spans) };
}

function findWord(text: string, word: string): Match | undefined {
  const indexes: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) indexes.push(at);
  const best = indexes.find((at) => at === 0) ?? indexes.find((at) => beginsWord(text, at)) ?? indexes[0];
  if (best === undefined) return undefined;
  const points = best === 0 ? POINTS.atStart : beginsWord(text, best) ? POINTS.atWord : POINTS.inside;
  const end = best + word.length;
  return { points: points + (isSign(text[end]) ? 5 * POINTS.perCharacter : 0), spans: [[best, end]] };
}

/** Each letter follows the previous match or begins a word. */
function findLetters(text: string, word: string): Match | undefined {
  if (word.length < LETTERS_MIN) return undefined;
  const spans: Span[] = [];
  let at = -1;
  for (const letter of word) {
    let next = at + 1;
    if (at < 0 || text[next] !== letter) {
      while (next < text.length && !(text[next] === letter && beginsWord(text, next))) next++;
    }
    if (next >= text.length) return undefined;
    at = next;
    spans.push([at, at + 1]);
  }
  return { points: POINTS.letters, spans };
}

/** Sorted, with adjacent ranges merged. */
function merge(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && span[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], span[1])];
    else merged.push(span);
  }
  return merged;
}

/** The text split at the start and end of its marks. */
export function markedParts(text: string, spans: readonly Span[]): readonly { text: string; isMarked: boolean }[] {
  const cuts = [...new Set([0, text.length, ...spans.flat()])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, i) => ({
    text: text.slice(from, cuts[i + 1]),
    isMarked: spans.some(([start, end]) => start <= from && from < end),
  }));
}
