import type { ErrorObject } from 'ajv';
import { nearest } from '../launcher/nearest.mjs';

export type Path = readonly (string | number)[];
/** A fault and its position. */
export type Problem = { path: Path; message: string };

const FOUND_MAX = 60;

const TYPES: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of keys to values',
};

/** Turns the first error of a failed validation into a sentence. `root` is the value that was validated. */
export function toProblem(error: ErrorObject, root: unknown): Problem {
  const path = pathOf(error.instancePath, root);
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(path, error);
    case 'required':
      return { path, message: `${readable([...path, missingKey(error)])} is missing` };
    default:
      return { path, message: `${readable(path)}: expected ${expected(error)}, found ${found(error)}` };
  }
}

function unknownKey(path: Path, error: ErrorObject): Problem {
  const key = String(error.params['additionalProperty']);
  const knownKeys = Object.keys(properties(error));
  const near = nearest(key, knownKeys);
  const hint = near
    ? `did you mean ${near}?`
    : knownKeys.length > 0
      ? `valid keys: ${knownKeys.join(', ')}`
      : 'no keys are valid here';
  return { path: [...path, key], message: `unknown key ${readable([...path, key])}; ${hint}` };
}

const properties = (error: ErrorObject): object => {
  const schema: unknown = error.parentSchema?.['properties'];
  return typeof schema === 'object' && schema !== null ? schema : {};
};

const missingKey = (error: ErrorObject): string => String(error.params['missingProperty']);

function expected(error: ErrorObject): string {
  const expected: unknown = error.parentSchema?.['x-expected'];
  if (typeof expected === 'string') return expected;
  const { allowedValues, allowedValue, type }: Record<string, unknown> = error.params;
  if (Array.isArray(allowedValues)) return `one of ${allowedValues.join(', ')}`;
  if (allowedValue !== undefined) return JSON.stringify(allowedValue);
  if (typeof type === 'string') return TYPES[type] ?? type;
  if (Array.isArray(type)) return type.map((name) => TYPES[String(name)] ?? String(name)).join(' or ');
  if (error.keyword === 'minLength' || error.keyword === 'minItems') return 'a value that is not empty';
  return error.message ?? 'another value';
}

function found(error: ErrorObject): string {
  if (error.parentSchema?.['format'] === 'secret') return 'a secret value';
  const data: unknown = error.propertyName ?? error.data;
  const text = data === undefined ? 'nothing' : JSON.stringify(data);
  return text.length > FOUND_MAX ? `${text.slice(0, FOUND_MAX)}…` : text;
}

/** JSON pointer → path. A step is a number only for a list. */
function pathOf(pointer: string, root: unknown): Path {
  let value = root;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(value) ? Number(name) : name;
      value = childOf(value, step);
      return step;
    });
}

const childOf = (value: unknown, step: string | number): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(String(step)) : undefined;

/** `inventory[3].spec.addr`, or `the file` for the whole file. */
export const readable = (path: Path): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`)).join('') || 'the file';
