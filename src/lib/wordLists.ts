/** `a`, `a and b`, `a, b and c`. For the words of a review, which may be thousands, see `sentence.ts`. */
export const allOf = (words: readonly string[]): string => joined(words, 'and');
/** `a`, `a or b`, `a, b or c`. */
export const anyOf = (words: readonly string[]): string => joined(words, 'or');

const joined = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
