// Checks every kind of document: its schema has the fields of the form, and it has templates.
import { describe, expect, test } from 'vitest';
import { loadSchemas, schemaAt } from '../resources/yaml/schema/loadSchemas.ts';
import { readTemplates } from '../resources/yaml/documentTemplates.ts';
import { iconNamed } from '../resources/iconNamed.ts';
import { connectors } from './connectors.descriptor.ts';
import { documentKinds } from './documentKinds.ts';
import type { DocumentType } from './documentTypes.ts';
import { resources } from './index.ts';
import { locateResource } from './resourceName.ts';

const types: readonly DocumentType[] = [
  ...[...resources, connectors(true), connectors(false)].flatMap(({ yaml }) => yaml?.types ?? []),
  ...Object.values(documentKinds),
];

describe.each(types.map((type) => [type.kind, type] as const))('%s', (kind, type) => {
  const load = async () => loadSchemas(kind, await type.schema());

  test('the schema describes every field of the form', async () => {
    const schema = await load();
    const { sections = [] } = (await type.form?.())?.default ?? {};
    for (const { path, columns = [], options, labelsOf } of sections.flatMap(({ inputs }) => inputs)) {
      expect(schemaAt(schema, path.split('.')), path).toBeDefined();
      for (const column of columns)
        expect(schemaAt(schema, [...path.split('.'), '[]', column.source]), column.source).toBeDefined();
      for (const named of [options, ...columns.map((column) => column.options)])
        if (named !== undefined) expect(locateResource(resources, named)).toBeDefined();
      if (labelsOf !== undefined) expect(resources.map(({ name }) => name)).toContain(labelsOf);
    }
  });

  test('has templates with unique labels', async () => {
    const labels = readTemplates((await type.templates()).default, 'https://east.example.test').map(
      ({ label }) => label,
    );
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('has an existing icon', () => {
    if (type.icon !== undefined) expect(iconNamed(type.icon)).toBeDefined();
  });
});

test('on a cluster only GitHub connectors exist, with their own paths', () => {
  const { yaml, wire } = connectors(false);
  expect(yaml?.types.map(({ kind }) => kind)).toEqual(['github']);
  expect([wire.list.url, wire.create?.url, wire.update?.url, wire.remove?.url]).toEqual([
    'github',
    'github',
    'github/:name',
    'github/:name',
  ]);
});
