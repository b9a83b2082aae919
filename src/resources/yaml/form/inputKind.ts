import { at, isObject } from '../../../lib/json.ts';
import type { SchemaObject } from '../schema/schema.ts';

/** How a value of a document is asked for. */
export type InputKind =
  | { kind: 'text' }
  | { kind: 'switch' }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'names' }
  /** A list of fields, one line each. */
  | { kind: 'rows' };

/** By what the schema takes; a place that no schema describes is a text. */
export function inputKind(schema: SchemaObject = {}): InputKind {
  const types = [schema.type ?? []].flat();
  const texts = (schema.enum ?? []).filter((value) => typeof value === 'string');
  if (types.includes('boolean') && !types.includes('string')) return { kind: 'switch' };
  if (types.includes('array')) return { kind: isObject(at(schema.items, 'properties')) ? 'rows' : 'names' };
  return texts.length > 0 ? { kind: 'choice', values: texts } : { kind: 'text' };
}
