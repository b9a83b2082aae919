// What the form of connection settings starts with and sends: the values as they travel (src/wire/connect.ts).
import { at, isObject, type JsonObject } from '../../lib/json.ts';
import schemas from '../../schemas/connect.json';
import { toConnectSchema, toConsoleSchema, type ConnectKind, type ConnectSchema } from '../../wire/connect.ts';
import { withValueAt } from '../../wire/yaml.ts';

export type FieldPath = readonly string[];

export const schemaOf = (kind: ConnectKind): ConnectSchema =>
  toConsoleSchema(toConnectSchema(schemas.definitions[kind]));

export const titleOf = (schema: ConnectSchema | undefined, name: string): string => schema?.title ?? name;

/** A new value at a path; undefined takes it away. */
export function withField(values: JsonObject, path: FieldPath, value: unknown): JsonObject {
  const changed = withValueAt(values, path, value);
  return isObject(changed) ? changed : {};
}

/** Objects of which one property is chosen: which it is, the first where nothing is set. */
export function chosenOf({ 'x-one-of': names = [] }: ConnectSchema, value: unknown): string {
  return names.find((name) => at(value, name) !== undefined) ?? names[0] ?? '';
}

/** What is sent: without empty texts and empty parts. `null` stays, which removes a secret. */
export function toSent(values: unknown, schema: ConnectSchema): unknown {
  if (!isObject(values)) return values === '' ? undefined : values;
  const fields = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const inner = schema.properties?.[name] ?? schema.additionalProperties;
    const sent = toSent(value, isObject(inner) ? inner : {});
    return sent === undefined ? [] : [[name, sent]];
  });
  // An account may be empty: it is named all the same. So is the chosen one of several.
  const keepsEmpty = schema['x-one-of'] ?? (schema.properties ? [] : Object.keys(values));
  const kept = [...fields, ...emptied(keepsEmpty, fields, values)];
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Of these names the parts of which nothing was left. */
const emptied = (
  names: readonly string[],
  fields: readonly [string, unknown][],
  values: JsonObject,
): [string, unknown][] =>
  names.flatMap((name) => (values[name] === undefined || fields.some(([sent]) => sent === name) ? [] : [[name, {}]]));
