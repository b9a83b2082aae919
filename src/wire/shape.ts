// Shapes of resource documents. One declaration reads a document and reports mismatches (resource-specs §0.3, §0.4).
import { at, isObject } from '../lib/json.ts';
import { parseDuration } from './duration.ts';

export type Shape<T> = {
  /** Never fails: missing and mismatched values read as the empty value. Run `check` first if that matters. */
  read(json: unknown): T;
  /** A sentence about the first part that a server would refuse. `path` is the path of `json` in the document. */
  check(json: unknown, path: string): string | undefined;
};
export type ValueOf<S> = S extends Shape<infer T> ? T : never;

const missing = (json: unknown): json is null | undefined => json === undefined || json === null;

function nameOf(json: unknown): string {
  if (Array.isArray(json)) return 'a list';
  return isObject(json) ? 'an object' : typeof json === 'string' ? 'a string' : `a ${typeof json}`;
}

const mismatch = (path: string, expected: string, json: unknown): string =>
  `${path}: expected ${expected}, got ${nameOf(json)}`;

/** A shape of single values. Values that do not pass `fits` read as `empty`. */
const scalar = <T>(expected: string, empty: T, fits: (json: unknown) => json is T): Shape<T> => ({
  read: (json) => (fits(json) ? json : empty),
  check: (json, path) => (missing(json) || fits(json) ? undefined : mismatch(path, expected, json)),
});

export const text: Shape<string> = scalar('a string', '', (json) => typeof json === 'string');
export const whole: Shape<number> = scalar('a whole number', 0, (json): json is number => Number.isSafeInteger(json));

const TRUE_WORDS = ['yes', 'yeah', 'y', 'true', '1', 'on'];

/** Booleans can also be words. A word without a meaning is false (resource-specs §0.3). */
function readBool(json: unknown): boolean | undefined {
  if (typeof json === 'boolean') return json;
  return typeof json === 'string' ? TRUE_WORDS.includes(json.toLowerCase()) : undefined;
}
const checkBool: Shape<unknown>['check'] = (json, path) =>
  missing(json) || readBool(json) !== undefined ? undefined : mismatch(path, 'true or false', json);

/** Absent means `fallback`. */
export const option = (fallback: boolean): Shape<boolean> => ({
  read: (json) => readBool(json) ?? fallback,
  check: checkBool,
});

export const flag = option(false);

/** Absent stays absent. */
export const maybeFlag: Shape<boolean | undefined> = { read: readBool, check: checkBool };

/** Milliseconds. */
export const duration: Shape<number> = {
  read(json) {
    const parsed = typeof json === 'string' ? parseDuration(json) : undefined;
    return parsed?.ok ? parsed.ms : 0;
  },
  check(json, path) {
    if (missing(json)) return undefined;
    if (typeof json !== 'string') return mismatch(path, 'a duration such as 8h', json);
    const parsed = parseDuration(json);
    return parsed.ok ? undefined : `${path}: ${parsed.message}`;
  },
};

export const list = <T>(of: Shape<T>): Shape<readonly T[]> => ({
  read: (json) => (Array.isArray(json) ? json.map((item) => of.read(item)) : []),
  check(json, path) {
    if (missing(json)) return undefined;
    if (!Array.isArray(json)) return mismatch(path, 'a list', json);
    for (const [index, item] of json.entries()) {
      const wrong = of.check(item, `${path}[${index}]`);
      if (wrong) return wrong;
    }
    return undefined;
  },
});

export const texts = list(text);

/** One text or several. */
export const oneOrMore: Shape<readonly string[]> = {
  read: (json) => (typeof json === 'string' ? [json] : texts.read(json)),
  check: (json, path) => (typeof json === 'string' ? undefined : texts.check(json, path)),
};

/** Any keys, whose values all have one shape. */
const record = <T>(of: Shape<T>): Shape<Readonly<Record<string, T>>> => ({
  read: (json) =>
    Object.fromEntries(isObject(json) ? Object.entries(json).map(([key, value]) => [key, of.read(value)]) : []),
  check(json, path) {
    if (missing(json)) return undefined;
    if (!isObject(json)) return mismatch(path, 'an object', json);
    for (const [key, value] of Object.entries(json)) {
      const wrong = of.check(value, `${path}.${key}`);
      if (wrong) return wrong;
    }
    return undefined;
  },
});

/** A label selector. */
export const selector = record(oneOrMore);
/** Labels of a resource. */
export const labels = record(text);

type ObjectOf<F> = { readonly [K in keyof F]: F[K] extends Shape<infer T> ? T : never };

/** Reads only known keys, as the server does. Unknown keys are not an error. */
export function object<F extends Readonly<Record<string, Shape<unknown>>>>(fields: F): Shape<ObjectOf<F>> {
  const shapes = Object.entries(fields);
  return {
    read: (json) => Object.fromEntries(shapes.map(([key, shape]) => [key, shape.read(at(json, key))])) as ObjectOf<F>,
    check(json, path) {
      if (missing(json)) return undefined;
      if (!isObject(json)) return mismatch(path, 'an object', json);
      for (const [key, shape] of shapes) {
        const wrong = shape.check(at(json, key), path ? `${path}.${key}` : key);
        if (wrong) return wrong;
      }
      return undefined;
    },
  };
}

/** Absent stays absent. */
export const maybe = <T>(of: Shape<T>): Shape<T | undefined> => ({
  read: (json) => (missing(json) ? undefined : of.read(json)),
  check: (json, path) => of.check(json, path),
});
