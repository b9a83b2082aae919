// Reading JSON of which nothing is known yet.

export type JsonObject = Record<string, unknown>;

/** A JSON object: no list, no null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of keys and indices; undefined where the path leaves the document. Never an inherited property. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof step === 'number') here = Array.isArray(here) ? here[step] : undefined;
    else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}

/** What one word can say; undefined for lists, objects and nothing. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** The text at a path; '' where there is none. */
export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The texts of a list, or the one text that stands for it. */
export const textsAt = (value: unknown, ...path: (string | number)[]): string[] =>
  [at(value, ...path)].flat().filter((text) => typeof text === 'string');

/** The object at a path with its values as texts; empty where there is none. */
export function textMapAt(value: unknown, ...path: (string | number)[]): Record<string, string> {
  const found = at(value, ...path);
  return Object.fromEntries(Object.keys(isObject(found) ? found : {}).map((key) => [key, textAt(found, key)]));
}

/** undefined when the text is not JSON; JSON never is undefined itself. */
export function parseJson(text: string): unknown {
  // An error takes the browser milliseconds, and storage that holds nothing yet is asked at every start.
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
