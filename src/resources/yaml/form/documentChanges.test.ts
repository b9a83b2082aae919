import { expect, test } from 'vitest';
import { textOf } from '../../../lib/sentence.ts';
import type { DocumentForm } from '../../../descriptors/documentTypes.ts';
import { field } from '../../../descriptors/forms/commonInputs.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import type { SchemaObject } from '../schema/schema.ts';
import { documentChanges } from './documentChanges.ts';

const SCHEMA: SchemaObject = {
  properties: { spec: { properties: { idle: { type: 'string', format: 'duration' }, on: { type: 'boolean' } } } },
};
const schema: LoadedSchema = { files: new Map([['lamp', SCHEMA]]), start: { schema: SCHEMA, file: 'lamp' } };
const FORM: DocumentForm = {
  title: 'Lamp',
  sections: [
    {
      title: 'Light',
      inputs: [
        field('idle', 'Idle timeout'),
        field('on', 'Shines'),
        field('rooms', 'Rooms'),
        { path: 'metadata.labels', label: 'Labels' },
        field('people', 'People'),
      ],
    },
  ],
};
const changesOf = (before: object, after: object) => documentChanges(before, after, schema, FORM).map(textOf);
const spec = (fields: object, metadata: object = {}) => ({
  kind: 'lamp',
  metadata: { name: 'x', ...metadata },
  spec: fields,
});

test.each<[string, object, object, string[]]>([
  ['a duration', spec({ idle: '0s' }), spec({ idle: '15m' }), ['Sets Idle timeout to 15 m (was never)']],
  ['a switch', spec({}), spec({ on: true }), ['Sets Shines to on']],
  ['a removed value', spec({ on: false }), spec({}), ['Removes Shines (was off)']],
  [
    'list entries',
    spec({ rooms: ['a', 'b'] }),
    spec({ rooms: ['b', 'c', 'd'] }),
    ['Adds c and d to Rooms', 'Removes a from Rooms'],
  ],
  ['a different order', spec({ rooms: ['a', 'b'] }), spec({ rooms: ['b', 'a'] }), ['Reorders Rooms']],
  [
    'a label',
    spec({}, { labels: { env: 'dev' } }),
    spec({}, { labels: { team: 'x' } }),
    ['Removes Labels › env (was dev)', 'Sets Labels › team to x'],
  ],
  [
    'rows',
    spec({ people: [{ a: 1 }, { a: 2 }] }),
    spec({ people: [{ a: 1 }, { a: 3 }, { a: 4 }] }),
    ['Changes People: 1 changed and 1 added'],
  ],
  [
    'a field that the form does not have',
    spec({ odd: { deep: 'x' } }),
    spec({ odd: { deep: 'y' } }),
    ['Sets spec.odd.deep to y (was x)'],
  ],
  [
    'only counters of the server',
    spec({}, { id: 1 }),
    spec({}, { id: 2 }),
    ['Changes comments and formatting only. The values stay the same'],
  ],
])('%s', (_, before, after, sentences) => expect(changesOf(before, after)).toEqual(sentences));

test('without a form the changes name the paths of the fields', () => {
  expect(documentChanges(spec({ on: true }), spec({ on: false }), schema, undefined).map(textOf)).toEqual([
    'Sets spec.on to off (was on)',
  ]);
});

test('compares a document with a value of any type', () => {
  for (const one of [null, 7, [], { spec: [] }, { spec: { rooms: { a: 1 } } }])
    expect(changesOf(spec({ rooms: ['a'] }), one as object).length).toBeGreaterThan(0);
});
