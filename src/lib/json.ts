// Reads JSON of unknown shape.

export type JsonObject = Record<string, unknown>;

/** A JSON object: not an array and not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value at a path of keys and indices, or undefined if the path leaves the document. Inherited properties are not
 * found.
 */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof step === 'number') here = Array.isArray(here) ? here[step] : undefined;
    else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}

/** A string, number or boolean as text. Undefined for arrays, objects, null and undefined. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** The text at a path, or '' if there is none. */
export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The texts of a list. A single text counts as a list of one. */
export const textsAt = (value: unknown, ...path: (string | number)[]): string[] =>
  [at(value, ...path)].flat().filter((text) => typeof text === 'string');

/** The object at a path with its values as texts, or an empty object if there is none. */
export function textMapAt(value: unknown, ...path: (string | number)[]): Record<string, string> {
  const found = at(value, ...path);
  return Object.fromEntries(Object.keys(isObject(found) ? found : {}).map((key) => [key, textAt(found, key)]));
}

/** Returns undefined if the text is not JSON. No JSON text has the value undefined. */
export function parseJson(text: string): unknown {
  // A parse error takes the browser milliseconds, and every start reads keys that are still empty.
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Keys and indices of `spec.allow.rules[0].verbs[1]` and of `metadata.labels["teleport.dev/origin"]`. */
export const pathSteps = (path: string): readonly (string | number)[] =>
  Array.from(path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/g), ([, index, quoted, key = '']) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? key : String(parseJson(quoted));
  });
