import type { LoadedSchema } from './loadSchemas.ts';
import { follow, type Placed, type SchemaFiles, type SchemaObject } from './schema.ts';

/** What describes the value at a path of keys; any item of a list is `[]`. Undefined where nothing does. */
export function schemaAt({ files, start }: LoadedSchema, path: readonly string[]): SchemaObject | undefined {
  let here: readonly Placed[] = partsOf(files, start);
  for (const step of path) here = here.flatMap((placed) => into(files, placed, step));
  const own = here.flatMap(({ schema }) => (typeof schema === 'boolean' ? [] : [schema]));
  return own.length === 0 ? undefined : own.reduceRight<SchemaObject>((all, schema) => ({ ...all, ...schema }), {});
}

/** A schema with all that belongs to it: what it refers to, and the shapes that it joins or offers. */
function partsOf(files: SchemaFiles, start: Placed): readonly Placed[] {
  const placed = follow(files, start);
  if (!placed || typeof placed.schema === 'boolean') return [];
  const { allOf = [], anyOf = [], oneOf = [] } = placed.schema;
  const inner = [...allOf, ...anyOf, ...oneOf].flatMap((schema) => partsOf(files, { schema, file: placed.file }));
  return [placed, ...inner];
}

/** A map has one schema for all that it names. */
const othersOf = ({ additionalProperties }: SchemaObject): SchemaObject | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

function into(files: SchemaFiles, { schema, file }: Placed, step: string): readonly Placed[] {
  if (typeof schema === 'boolean') return [];
  const next = step === '[]' ? schema.items : (schema.properties?.[step] ?? othersOf(schema));
  return next === undefined ? [] : partsOf(files, { schema: next, file });
}
