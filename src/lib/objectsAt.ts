import { at, isObject, type JsonObject } from './json.ts';

/** The objects of a list; a single object is not a list. Not in json.ts: the invite page, at its limit, loads that. */
export function objectsAt(value: unknown, ...path: (string | number)[]): JsonObject[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found.filter(isObject) : [];
}
