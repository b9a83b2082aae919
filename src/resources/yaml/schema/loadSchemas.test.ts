import { expect, test } from 'vitest';
import role from '../../../schemas/role.schema.json';
import { checkSchema } from './checkSchema.ts';
import { inOneFile, loadSchemas } from './loadSchemas.ts';
import type { Placed, SchemaFiles } from './schema.ts';

const DOCUMENT = {
  kind: 'role',
  version: 'v6',
  metadata: { name: 'dev', labels: { 'a b': 'x' } },
  spec: { allow: { logins: ['a'], nod_labels: {} }, options: { max_session_ttl: 'soon' } },
};
const paths = (files: SchemaFiles, start: Placed) =>
  checkSchema(files, start, DOCUMENT).map(({ path }) => path.join('.'));

test('loads referenced schemas, and joins them into one file with the same result', async () => {
  const loaded = await loadSchemas('role', { default: role });
  expect([...loaded.files.keys()]).toEqual(['role.schema.json', 'metadata.schema.json']);
  const found = paths(loaded.files, loaded.start);
  expect(found.toSorted()).toEqual(['metadata.labels.a b', 'spec.allow.nod_labels', 'spec.options.max_session_ttl']);

  const whole = inOneFile(loaded);
  expect(JSON.stringify(whole)).not.toMatch(/"\$ref":"[^#]/);
  expect(paths(new Map([['one.json', whole]]), { schema: whole, file: 'one.json' })).toEqual(found);
});
