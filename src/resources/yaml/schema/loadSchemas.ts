import { isObject } from '../../../lib/json.ts';
import { follow, isSchema, type Placed, type SchemaFiles, type SchemaObject } from './schema.ts';

const modules = import.meta.glob<unknown>('../../../schemas/*.schema.json', { import: 'default' });

export type LoadedSchema = { files: SchemaFiles; start: Placed };

const toSchema = (json: unknown): SchemaObject => (isSchema(json) && typeof json !== 'boolean' ? json : {});

/** Names of other files in references: `metadata.schema.json#/definitions/labels`. */
function filesNamedIn(json: unknown): string[] {
  if (Array.isArray(json)) return json.flatMap(filesNamedIn);
  if (!isObject(json)) return [];
  const refFile = typeof json['$ref'] === 'string' ? json['$ref'].split('#')[0] : undefined;
  return [...(refFile ? [refFile] : []), ...Object.values(json).flatMap(filesNamedIn)];
}

/** `root` is the module of a schema file. The files that it refers to are loaded too. */
export async function loadSchemas(kind: string, root: unknown): Promise<LoadedSchema> {
  const name = `${kind}.schema.json`;
  const schema = toSchema(isObject(root) && 'default' in root ? root['default'] : root);
  const files = new Map([[name, schema]]);
  const waiting = filesNamedIn(schema);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (files.has(next)) continue;
    const loaded = toSchema(await modules[`../../../schemas/${next}`]?.());
    files.set(next, loaded);
    waiting.push(...filesNamedIn(loaded));
  }
  return { files, start: { schema, file: name } };
}

/** The same as one schema without external references, for readers that know no files. */
export function inOneFile({ files, start }: LoadedSchema): SchemaObject {
  const inner = (json: unknown, file: string): unknown => {
    if (Array.isArray(json)) return json.map((item) => inner(item, file));
    if (!isObject(json)) return json;
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) =>
        key === '$ref' && typeof value === 'string' ? [key, resolvedRef(value, file)] : [key, inner(value, file)],
      ),
    );
  };
  const resolvedRef = (ref: string, file: string): string => {
    const [other = '', fragment = ''] = ref.split('#');
    const target = other || file;
    return target === start.file ? `#${fragment}` : `#/definitions/${target}${fragment}`;
  };
  const others = [...files].filter(([name]) => name !== start.file);
  const root = toSchema(inner(start.schema, start.file));
  const definitions = Object.fromEntries(others.map(([name, schema]) => [name, toSchema(inner(schema, name))]));
  return { ...root, definitions: { ...root.definitions, ...definitions } };
}

/** The schema of the value at a path of keys; any item of a list is `[]`. Undefined if there is none. */
export function schemaAt({ files, start }: LoadedSchema, path: readonly string[]): SchemaObject | undefined {
  let here: readonly Placed[] = partsOf(files, start);
  for (const step of path) here = here.flatMap((placed) => into(files, placed, step));
  const parts = here.flatMap(({ schema }) => (typeof schema === 'boolean' ? [] : [schema]));
  return parts.length === 0 ? undefined : parts.reduceRight<SchemaObject>((all, schema) => ({ ...all, ...schema }), {});
}

/** A schema with all its parts: what it refers to, and the schemas that it combines or offers. */
function partsOf(files: SchemaFiles, start: Placed): readonly Placed[] {
  const placed = follow(files, start);
  if (!placed || typeof placed.schema === 'boolean') return [];
  const { allOf = [], anyOf = [], oneOf = [] } = placed.schema;
  const inner = [...allOf, ...anyOf, ...oneOf].flatMap((schema) => partsOf(files, { schema, file: placed.file }));
  return [placed, ...inner];
}

/** A map has one schema for all its keys. */
const othersOf = ({ additionalProperties }: SchemaObject): SchemaObject | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

function into(files: SchemaFiles, { schema, file }: Placed, step: string): readonly Placed[] {
  if (typeof schema === 'boolean') return [];
  const next = step === '[]' ? schema.items : (schema.properties?.[step] ?? othersOf(schema));
  return next === undefined ? [] : partsOf(files, { schema: next, file });
}
