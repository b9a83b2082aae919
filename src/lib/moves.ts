import { isObject } from './json.ts';

/** What one list has that the other has not. */
export type Moves<T> = { gained: readonly T[]; lost: readonly T[] };

/** `key` tells what counts as the same. */
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

/** As documents compare: the order of keys means nothing, and a number is itself also where it is none. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'number' && typeof b === 'number') return a === b;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, i) => isSameValue(one, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameValue(a[key], b[key]))
  );
}
