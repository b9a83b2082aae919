// The schemas mark secret fields. Each kind has to remove all of them from its texts.
import { describe, expect, test } from 'vitest';
import { isObject } from '../../../src/lib/json.ts';
import github from '../../../src/schemas/github.schema.json' with { type: 'json' };
import oidc from '../../../src/schemas/oidc.schema.json' with { type: 'json' };
import role from '../../../src/schemas/role.schema.json' with { type: 'json' };
import { DOCUMENT_SCHEMAS } from '../../config/documentSchemas.ts';
import { documentKind } from './documentKinds.ts';

/** Users cannot write these, so they are not document kinds. */
const UNWRITTEN = ['db_service', 'windows_desktop_service'];
const schemas: [kind: string, schema: object][] = Object.entries({ ...DOCUMENT_SCHEMAS, github, oidc, role }).filter(
  ([kind]) => !UNWRITTEN.includes(kind),
);

function secretsOf(schema: unknown, path: readonly string[] = []): string[] {
  const { format, properties } = isObject(schema) ? schema : {};
  return [
    ...(format === 'secret' ? [path.join('.')] : []),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([key, inner]) =>
      secretsOf(inner, [...path, key]),
    ),
  ];
}

describe('the secrets of a document', () => {
  test.each(schemas)('of kind %s are those of its schema', (kind, schema) => {
    // A token's name is part of its URL: users who may list tokens see it, and histories show only its end.
    const marked = secretsOf(schema).filter((path) => path !== 'metadata.name');
    expect((documentKind(kind).secrets ?? []).map((path) => path.join('.')).sort()).toEqual(marked.sort());
  });

  test('are marked in eight fields', () => expect(schemas.flatMap(([, schema]) => secretsOf(schema))).toHaveLength(8));
});
