import { isObject, type JsonObject } from '../../lib/json.ts';
import type { ConnectSchema } from '../../wire/connect.ts';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

const partsOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
const namesIn = (...values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => Object.keys(partsOf(value)))),
];

/** The entered values, merged with another user's changes since `base`. Where both changed a value, mine wins. */
export function mergeSettings(
  { 'x-one-of': oneOf = [] }: ConnectSchema,
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): JsonObject {
  const merged = partsOf(mergeParts(base, mine, theirs));
  const chosen = oneOf.filter((name) => merged[name] !== undefined);
  if (chosen.length < 2) return merged;
  return Object.fromEntries(Object.entries(merged).filter(([name]) => !chosen.includes(name) || name in mine));
}

function mergeParts(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base) || !isObject(mine) || !(isObject(theirs) || theirs === undefined)) return mine;
  return Object.fromEntries(
    namesIn(mine, theirs).flatMap((name): [string, unknown][] => {
      const merged = mergeParts(partsOf(base)[name], mine[name], partsOf(theirs)[name]);
      return merged === undefined ? [] : [[name, merged]];
    }),
  );
}

/**
 * Paths of the values that differ, in the spelling of gateway.yaml: `user_map.ann.user`. For a secret, only whether it
 * is set.
 */
export function changedPaths(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (isSame(before, after)) return [];
  if (!isObject(before) && !isObject(after)) return [path.join('.')];
  const inner = namesIn(before, after).flatMap((name) =>
    changedPaths(partsOf(before)[name], partsOf(after)[name], [...path, name]),
  );
  return inner.length > 0 || (isObject(before) && isObject(after)) ? inner : [path.join('.')];
}
