import { at, isObject, wordOf } from '../../../lib/json.ts';
import type { SchemaObject } from '../schema/schema.ts';

/** The kind of input for a value of a document. */
export type InputKind =
  | { kind: 'text' }
  /** Several lines: certificates, messages. */
  | { kind: 'lines' }
  | { kind: 'duration' }
  | { kind: 'time' }
  | { kind: 'expression' }
  | { kind: 'number' }
  | { kind: 'switch'; byDefault: boolean }
  /** True, false, or a default that may be either. */
  | { kind: 'triState'; byDefault: unknown }
  | { kind: 'choice'; values: readonly unknown[] }
  /** `choices`: the values in the schema. */
  | { kind: 'names'; choices: readonly string[]; templates: boolean; closed: boolean }
  /** Keys with one text each, or with one or several. */
  | { kind: 'labels' }
  | { kind: 'map' }
  /** A list of objects: one line each, or one box each. */
  | { kind: 'rows' }
  /** One object: its fields, one below the other. */
  | { kind: 'fields' };

const FORMATS: Readonly<Record<string, InputKind>> = {
  duration: { kind: 'duration' },
  'date-time': { kind: 'time' },
  'label-selector': { kind: 'labels' },
  'label-expression': { kind: 'expression' },
  predicate: { kind: 'expression' },
  rules: { kind: 'rows' },
  pem: { kind: 'lines' },
  multiline: { kind: 'lines' },
};

const textsIn = (values: unknown): readonly string[] =>
  (Array.isArray(values) ? values : []).flat().filter((value) => typeof value === 'string');

/** Chosen by the schema. A value without a schema is a text. `item`: the schema of the items of a list. */
export function inputKind(schema: SchemaObject = {}, item: SchemaObject = {}): InputKind {
  const byFormat = schema.format === undefined ? undefined : FORMATS[schema.format];
  if (byFormat) return byFormat;
  if (schema.format === 'tri-state') return { kind: 'triState', byDefault: schema.default };
  const types = [schema.type ?? []].flat();
  if (schema.enum) return { kind: 'choice', values: schema.enum };
  if (types.includes('boolean') && !types.includes('string'))
    return { kind: 'switch', byDefault: schema.default === true };
  if (types.includes('array') && !types.includes('object')) return listKind(schema, item);
  if (types.includes('integer') || types.includes('number')) return { kind: 'number' };
  if (types.includes('object') || schema.properties) return objectKind(schema);
  return { kind: 'text' };
}

function listKind(schema: SchemaObject, item: SchemaObject): InputKind {
  if (item.properties ?? isObject(at(schema.items, 'properties'))) return { kind: 'rows' };
  const closed = textsIn(item.enum);
  const offered = closed.length > 0 ? closed : textsIn([schema.examples, item.examples, schema.default].flat());
  return {
    kind: 'names',
    choices: [...new Set(offered)],
    templates: item.format === 'trait-template',
    closed: closed.length > 0,
  };
}

function objectKind({ properties, additionalProperties }: SchemaObject): InputKind {
  // A map may describe some of its keys. It is still a map.
  if (properties && !isObject(additionalProperties)) return { kind: 'fields' };
  const types = isObject(additionalProperties) ? [additionalProperties.type].flat() : [];
  return { kind: types.includes('array') ? 'labels' : 'map' };
}

const isWord = (value: unknown): boolean => wordOf(value) !== undefined;
const isWordOrWords = (value: unknown): boolean => isWord(value) || (Array.isArray(value) && value.every(isWord));

/** A field with more parts would block the page, and users do not check that many in a form. */
const MOST_PARTS: Partial<Record<InputKind['kind'], number>> = { names: 500, labels: 300, map: 300, rows: 100 };

const partsOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 1;

/** How many parts a value has, if those are too many for an input. */
export function tooMany({ kind }: Pick<InputKind, 'kind'>, value: unknown): number | undefined {
  const parts = partsOf(value);
  return parts > (MOST_PARTS[kind] ?? Infinity) ? parts : undefined;
}

/** Whether an input can show a value as it is. Other values are edited in the text and never converted. */
export function fits({ kind }: InputKind, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (tooMany({ kind }, value) !== undefined) return false;
  switch (kind) {
    case 'switch':
    case 'triState':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'choice':
      return isWord(value);
    case 'names':
      return isWordOrWords(value);
    case 'labels':
      return isObject(value) && Object.values(value).every(isWordOrWords);
    case 'map':
      return isObject(value) && Object.values(value).every(isWord);
    case 'rows':
      return Array.isArray(value) && value.every(isObject);
    case 'fields':
      return isObject(value);
    case 'text':
    case 'lines':
    case 'duration':
    case 'time':
    case 'expression':
      return isWordOrWords(value) && !(Array.isArray(value) && value.length > 1);
    default:
      return kind satisfies never;
  }
}
