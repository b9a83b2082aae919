import { describe, expect, test } from 'vitest';
import { checkSchema } from './checkSchema.ts';
import type { Schema, SchemaFiles, SchemaObject } from './schema.ts';

const check = (schema: Schema, value: unknown, others: Record<string, SchemaObject> = {}) => {
  const root: SchemaObject = typeof schema === 'boolean' ? { allOf: [schema] } : schema;
  const files: SchemaFiles = new Map(Object.entries({ 'root.schema.json': root, ...others }));
  return checkSchema(files, { schema: root, file: 'root.schema.json' }, value);
};

describe('types', () => {
  test.each<[SchemaObject['type'] & {}, unknown]>([
    ['string', 'a'],
    ['string', ''],
    ['number', 1.5],
    ['integer', 2],
    ['boolean', false],
    ['array', []],
    ['object', {}],
    [['string', 'array'], ['a']],
  ])('%s accepts %j', (type, value) => expect(check({ type }, value)).toEqual([]));

  test.each<[SchemaObject['type'] & {}, unknown]>([
    ['string', 12],
    ['string', true],
    ['integer', 1.5],
    ['array', 'root'],
    ['object', ['a']],
    ['object', 'a'],
    [['string', 'array'], 1],
  ])('%s rejects %j', (type, found) => {
    expect(check({ type }, found)).toEqual([{ kind: 'type', path: [], expected: [type].flat(), found }]);
  });
});

test('treats null as an absent value like the server', () => {
  const schema: Schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { enum: ['x'] } } };
  expect(check(schema, { a: 'x', b: null })).toEqual([]);
  expect(check(schema, { a: null })).toEqual([{ kind: 'missing', path: [], name: 'a' }]);
  expect(check(schema, null)).toEqual([]);
});

describe('fields', () => {
  const schema: Schema = {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { const: 'role' },
      spec: { type: 'object', properties: { logins: {}, labels: {} } },
      open: { type: 'object' },
    },
  };
  test('an undeclared field is unknown and has the unused declared fields as suggestions', () => {
    expect(check(schema, { kind: 'role', spec: { loginz: 1, labels: {} } })).toEqual([
      { kind: 'unknown', path: ['spec', 'loginz'], knownKeys: ['logins'] },
    ]);
  });
  test('an object without declared fields accepts any field', () => {
    expect(check(schema, { kind: 'role', open: { anything: 1 } })).toEqual([]);
  });
  test('additionalProperties applies to all other values of a map', () => {
    const map: Schema = {
      type: 'object',
      properties: { a: { type: 'number' } },
      additionalProperties: { type: 'string' },
    };
    expect(check(map, { a: 1, b: 'x', c: 2 })).toEqual([{ kind: 'type', path: ['c'], expected: ['string'], found: 2 }]);
  });
  test('checks field names against their pattern', () => {
    const map: Schema = { type: 'object', propertyNames: { pattern: '^[a-z]+$', 'x-expected': 'letters' } };
    expect(check(map, { 'a b': 1 })).toEqual([{ kind: 'form', path: ['a b'], expected: 'letters', found: 'a b' }]);
  });
  test('inherited property names are not known fields', () => {
    expect(check({ type: 'object', properties: { a: {} } }, { constructor: 1 })).toMatchObject([{ kind: 'unknown' }]);
  });
  test('checks fields by pattern', () => {
    const map: Schema = {
      type: 'object',
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: false,
    };
    expect(check(map, { 'x-a': 1, b: 1 })).toMatchObject([
      { kind: 'type', path: ['x-a'] },
      { kind: 'unknown', path: ['b'] },
    ]);
  });
});

test('checks values of an enum, a constant and a minimum count', () => {
  const verbs: Schema = { type: 'array', minItems: 1, items: { enum: ['list', 'read'] } };
  expect(check(verbs, ['list', 'raed'])).toEqual([
    { kind: 'value', path: [1], allowed: ['list', 'read'], found: 'raed' },
  ]);
  expect(check(verbs, [])).toEqual([{ kind: 'count', path: [], least: 1 }]);
  expect(check({ const: 'role' }, 'user')).toEqual([{ kind: 'value', path: [], allowed: ['role'], found: 'user' }]);
});

test.each<[SchemaObject, unknown, string]>([
  [{ type: 'string', pattern: '^v\\d$', 'x-expected': 'a version' }, 'six', 'a version'],
  [{ type: 'string', pattern: '^v\\d$' }, 'six', 'text that matches ^v\\d$'],
  [{ type: 'string', minLength: 1 }, '', 'some text'],
  [{ type: 'integer', minimum: 0 }, -1, '0 or more'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 10, '1 to 9'],
])('%j rejects %j', (schema, found, expected) => {
  expect(check(schema, found)).toEqual([{ kind: 'form', path: [], expected, found }]);
});

test('reports a missing required value in a nested field with its reason', () => {
  const schema: Schema = { properties: { spec: { properties: { key: {} } } }, 'x-needs': { 'spec.key': 'No key' } };
  const needed = [{ kind: 'needed', path: ['spec', 'key'], why: 'No key' }];
  for (const value of [{}, { spec: {} }, { spec: { key: '' } }]) expect(check(schema, value)).toEqual(needed);
  expect(check(schema, { spec: { key: 'k' } })).toEqual([]);
});

describe('combined schemas', () => {
  const strs: Schema = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
  test('anyOf accepts any of its schemas', () => {
    expect(check(strs, 'a')).toEqual([]);
    expect(check(strs, ['a'])).toEqual([]);
  });
  test('anyOf reports the problems of the closest schema', () => {
    expect(check(strs, ['a', 1])).toEqual([{ kind: 'type', path: [1], expected: ['string'], found: 1 }]);
  });
  test('anyOf without a close schema expects the types of all', () => {
    expect(check(strs, 1)).toEqual([{ kind: 'type', path: [], expected: ['string', 'array'], found: 1 }]);
  });
  test('allOf applies all schemas and knows the fields of all', () => {
    const both: Schema = {
      allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }],
    };
    expect(check(both, { a: 'x', b: 'y' })).toEqual([]);
    expect(check(both, { a: 1, c: 1 })).toMatchObject([
      { kind: 'type', path: ['a'] },
      { kind: 'unknown', path: ['c'], knownKeys: ['b'] },
    ]);
  });
  test('a condition adds a schema', () => {
    const v7: Schema = {
      properties: { v: {}, x: {} },
      if: { properties: { v: { const: 'v7' }, x: {} } },
      then: { required: ['x'] },
    };
    expect(check(v7, { v: 'v7' })).toEqual([{ kind: 'missing', path: [], name: 'x' }]);
    expect(check(v7, { v: 'v6' })).toEqual([]);
  });
});

test('follows references inside the file, to other files and inside these', () => {
  const schema: Schema = {
    properties: { a: { $ref: '#/definitions/n' }, m: { $ref: 'other.schema.json' } },
    definitions: { n: { type: 'number' } },
  };
  const others = {
    'other.schema.json': {
      properties: { l: { $ref: '#/definitions/s' } },
      definitions: { s: { type: 'string' as const } },
    },
  };
  expect(check(schema, { a: 'x', m: { l: 1 } }, others)).toMatchObject([{ path: ['a'] }, { path: ['m', 'l'] }]);
});

test.each<SchemaObject>([{ additionalProperties: { type: 'string' } }, { properties: { a: {} } }])(
  'stops after 200 problems: %j',
  (schema) => {
    const value = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]));
    expect(check({ type: 'object', ...schema }, value).length).toBe(200);
  },
);
