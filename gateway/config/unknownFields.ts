import type { Path } from './problem.ts';

type Schema = { properties?: Record<string, Schema>; additionalProperties?: unknown; items?: Schema };

/**
 * Paths of fields that a schema does not define. Servers ignore these silently (resource-specs §0.4), but mostly they
 * are typing errors, so they are worth a warning. Does not check maps with free keys and parts behind a `$ref`.
 */
export function unknownFields(schema: Schema, value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, i) => unknownFields(items, item, [...path, i])) : [];
  }
  const { properties } = schema;
  if (typeof value !== 'object' || value === null || !properties) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const inner = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (inner) return unknownFields(inner, child, [...path, key]);
    return schema.additionalProperties === undefined ? [[...path, key]] : [];
  });
}
