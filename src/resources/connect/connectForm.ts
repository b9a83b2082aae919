// The initial values of the form of connection settings, and the values that it sends (src/wire/connect.ts).
import { at, isObject, type JsonObject } from '../../lib/json.ts';
import schemas from '../../schemas/connect.json';
import { toConnectSchema, toConsoleSchema, type ConnectKind, type ConnectSchema } from '../../wire/connect.ts';
import { withValueAt } from '../../wire/yaml.ts';

export type FieldPath = readonly string[];

export const schemaOf = (kind: ConnectKind): ConnectSchema =>
  toConsoleSchema(toConnectSchema(schemas.definitions[kind]));

export const titleOf = (schema: ConnectSchema | undefined, name: string): string => schema?.title ?? name;

/** Sets the value at a path. Undefined removes it. */
export function withField(values: JsonObject, path: FieldPath, value: unknown): JsonObject {
  const changed = withValueAt(values, path, value);
  return isObject(changed) ? changed : {};
}

/** For objects with one of several properties: the one in use, or the first if none is set. */
export function chosenOf({ 'x-one-of': names = [] }: ConnectSchema, value: unknown): string {
  return names.find((name) => at(value, name) !== undefined) ?? names[0] ?? '';
}

/** The values to send, without empty texts and empty objects. `null` stays, because it removes a secret. */
export function toSent(values: unknown, schema: ConnectSchema): unknown {
  if (!isObject(values)) return values === '' ? undefined : values;
  const fields = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const inner = schema.properties?.[name] ?? schema.additionalProperties;
    const sent = toSent(value, isObject(inner) ? inner : {});
    return sent === undefined ? [] : [[name, sent]];
  });
  // An account may be empty, because its name is enough. The same applies to the selected alternative.
  const keepsEmpty = schema['x-one-of'] ?? (schema.properties ? [] : Object.keys(values));
  const kept = [...fields, ...emptied(keepsEmpty, fields, values)];
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** The objects with these names that became empty. */
const emptied = (
  names: readonly string[],
  fields: readonly [string, unknown][],
  values: JsonObject,
): [string, unknown][] =>
  names.flatMap((name) => (values[name] === undefined || fields.some(([sent]) => sent === name) ? [] : [[name, {}]]));
