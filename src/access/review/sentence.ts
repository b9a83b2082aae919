/** One thing that a change of a document does. Flagged ones deserve a second look before they are saved. */
export type Sentence = { text: string; flagged: boolean };

export const plain = (text: string): Sentence => ({ text, flagged: false });
export const flagged = (text: string): Sentence => ({ text, flagged: true });
export const sentence = (text: string, isFlagged: boolean): Sentence => ({ text, flagged: isFlagged });

/** `a`, `a and b`, `a, b and c`. */
export const allOf = (words: readonly string[]): string => joined(words, 'and');
/** `a`, `a or b`, `a, b or c`. */
export const anyOf = (words: readonly string[]): string => joined(words, 'or');

const joined = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;

export type Moves<T> = { gained: readonly T[]; lost: readonly T[] };

/** What one list has that the other has not. `key` tells what counts as the same. */
export function moves<T>(
  before: readonly T[],
  after: readonly T[],
  key: (item: T) => unknown = (item) => item,
): Moves<T> {
  const missingIn = (items: readonly T[]) => {
    const keys = new Set(items.map(key));
    return (item: T) => !keys.has(key(item));
  };
  return { gained: after.filter(missingIn(before)), lost: before.filter(missingIn(after)) };
}

/** The same for names, of which `*` stands for all: what it covers neither comes nor goes. */
export function nameMoves(before: readonly string[], after: readonly string[]): Moves<string> {
  const { gained, lost } = moves(before, after);
  const beside = (others: readonly string[], names: readonly string[]) =>
    others.includes('*') ? names.filter((name) => name === '*') : names;
  return { gained: beside(before, gained), lost: beside(after, lost) };
}
