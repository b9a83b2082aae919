import { at, isObject } from '../../src/lib/json.ts';
import { follow, type Placed, type Schema, type SchemaFiles } from '../../src/resources/yaml/schema/schema.ts';

/** The description of one field of a document, joined from all parts of the schema that apply to it. */
export type DescribedField = {
  path: string;
  types: ReadonlySet<string>;
  formats: ReadonlySet<string>;
  values: ReadonlySet<unknown>;
  defaults: readonly unknown[];
  isRequired: boolean;
  isReadOnly: boolean;
  isNewer: boolean;
  isEnterprise: boolean;
  isMap: boolean;
  itemTypes: ReadonlySet<string>;
};

type Marks = Pick<DescribedField, 'isReadOnly' | 'isNewer' | 'isEnterprise'>;
const PLAIN: Marks = { isReadOnly: false, isNewer: false, isEnterprise: false };

/** Keywords of the editor, which the type of a schema does not list. */
const keyword = (schema: object, name: string): unknown => new Map(Object.entries(schema)).get(name);
const all = (found: readonly unknown[]): unknown[] => found.filter((value) => value !== undefined);

/** All parts of a schema that apply to a field. `sure` marks those that apply to every document. */
function partsOf(files: SchemaFiles, start: Placed): { found: Placed & { schema: object }; sure: boolean }[] {
  const found = follow(files, start);
  if (!found || typeof found.schema === 'boolean') return [];
  const { schema, file } = found;
  const inner = (schemas: readonly Schema[], sure: boolean) =>
    schemas.flatMap((one) =>
      partsOf(files, { schema: one, file }).map((part) => ({ ...part, sure: part.sure && sure })),
    );
  return [
    { found: { schema, file }, sure: true },
    ...inner(schema.allOf ?? [], true),
    ...inner([...(schema.anyOf ?? []), ...(schema.oneOf ?? [])], false),
    ...inner([schema.then ?? [], schema.else ?? []].flat(), false),
  ];
}

/** Every field that a schema names: fields of lists as `list[].field`, values of maps as `map.*`. */
export function describedFields(files: SchemaFiles, kind: string): DescribedField[] {
  const walk = (starts: readonly Placed[], path: string, isRequired: boolean, above: Marks): DescribedField[] => {
    if (starts.length === 0) return [];
    const parts = starts.flatMap((start) => partsOf(files, start));
    const schemas = parts.map(({ found }) => found.schema);
    const keywordsOf = (name: string) => all(schemas.map((schema) => keyword(schema, name)));
    const marks: Marks = {
      isReadOnly: above.isReadOnly || keywordsOf('readOnly').includes(true),
      isNewer: above.isNewer || keywordsOf('x-since').length > 0,
      isEnterprise: above.isEnterprise || keywordsOf('x-enterprise').includes(true),
    };
    const required = new Set(
      parts.filter(({ sure }) => sure).flatMap(({ found }) => textsAt(found.schema, 'required')),
    );
    const names = [...new Set(schemas.flatMap((schema) => Object.keys(schema.properties ?? {})))];
    const inner = (of: (schema: object) => unknown) =>
      parts.flatMap(({ found: { schema, file } }): Placed[] => {
        const value = of(schema);
        return isObject(value) ? [{ schema: value, file }] : [];
      });
    const fields = names.flatMap((name) => {
      // A key with a dot is a label that the platform sets, not a field of the document.
      if (name.includes('.')) return [];
      const field = inner((schema) => at(schema, 'properties', name));
      return walk(field, path === '' ? name : `${path}.${name}`, required.has(name), marks);
    });
    const items = inner((schema) => keyword(schema, 'items'));
    const values = inner((schema) => keyword(schema, 'additionalProperties'));
    const below = (starts: readonly Placed[], mark: string) =>
      walk(starts, `${path}${mark}`, false, marks).filter((field) => field.path !== `${path}${mark}` || mark === '.*');
    const itemParts = items.flatMap((start) => partsOf(files, start).map(({ found }) => found.schema));
    const own: DescribedField = {
      path,
      ...marks,
      isRequired,
      types: new Set(keywordsOf('type').flat().map(String)),
      formats: new Set(keywordsOf('format').map(String)),
      values: valuesOf([...schemas, ...itemParts]),
      defaults: keywordsOf('default'),
      isMap: values.length > 0,
      itemTypes: new Set(itemParts.flatMap((schema) => [keyword(schema, 'type') ?? []].flat().map(String))),
    };
    const isMapOfFields = values.some(({ schema }) => typeof schema === 'object' && schema.properties !== undefined);
    return [
      ...(path === '' ? [] : [own]),
      ...fields,
      ...below(items, '[]'),
      ...(isMapOfFields ? below(values, '.*') : []),
    ];
  };
  return walk([{ schema: { $ref: `${kind}.schema.json` }, file: '' }], '', true, PLAIN);
}

const textsAt = (schema: object, name: string): string[] => {
  const found = keyword(schema, name);
  return Array.isArray(found) ? found.map(String) : [];
};

function valuesOf(schemas: readonly object[]): Set<unknown> {
  return new Set(
    schemas.flatMap((schema) => {
      const listed = keyword(schema, 'enum');
      const newer = keyword(schema, 'x-newer');
      const only = keyword(schema, 'const');
      return [
        ...(Array.isArray(listed) ? listed : []),
        ...(isObject(newer) ? Object.keys(newer) : []),
        ...(only === undefined ? [] : [only]),
      ];
    }),
  );
}
