import { isObject } from './json.ts';

/** The items that only the new list has, and those that only the old list has. */
export type Moves<T> = { gained: readonly T[]; lost: readonly T[] };

/** Items with the same `key` are the same item. */
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

/** The same for names, where `*` includes all names. Names that `*` covers are neither gained nor lost. */
export function nameMoves(before: readonly string[], after: readonly string[]): Moves<string> {
  const { gained, lost } = moves(before, after);
  const beside = (others: readonly string[], names: readonly string[]) =>
    others.includes('*') ? names.filter((name) => name === '*') : names;
  return { gained: beside(before, gained), lost: beside(after, lost) };
}

/** Compares values as documents do: the order of keys does not matter, 0 equals -0, and NaN equals itself. */
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
