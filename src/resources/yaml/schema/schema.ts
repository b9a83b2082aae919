import { isObject } from '../../../lib/json.ts';
/** The part of JSON Schema (draft-07) that document schemas use. */
export type Schema = boolean | SchemaObject;
export type SchemaObject = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: TypeName | readonly TypeName[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema;
  propertyNames?: Schema;
  required?: readonly string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  definitions?: Readonly<Record<string, Schema>>;
  /**
   * The syntax of a text, or its kind of input: `duration`, `predicate`, `label-selector`, … (see formats and
   * inputKind).
   */
  format?: string;
  default?: unknown;
  examples?: readonly unknown[];
  /** The first release of the server with it: "14". */
  'x-since'?: string;
  /** The same for values. */
  'x-newer'?: Readonly<Record<string, string>>;
  /** Servers of the open-source edition reject or ignore it. */
  'x-enterprise'?: boolean;
  /** Describes the expected value in an error message: "a time like 2030-01-31T12:00:00Z". */
  'x-expected'?: string;
  /** Fields below it without which the server saves the document but cannot use it, as dotted paths with the reason. */
  'x-needs'?: Readonly<Record<string, string>>;
};
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** Schemas by file name. References lead from one to the other. */
export type SchemaFiles = ReadonlyMap<string, SchemaObject>;

/** A schema and the file in which its references are resolved. */
export type Placed = { schema: Schema; file: string };

/** Follows a reference; undefined if it leads nowhere. */
export function follow(files: SchemaFiles, { schema, file }: Placed): Placed | undefined {
  if (typeof schema === 'boolean' || schema.$ref === undefined) return { schema, file };
  const [name, fragment = ''] = schema.$ref.split('#');
  const target = name || file;
  let here: unknown = files.get(target);
  for (const step of fragment.split('/').filter(Boolean)) here = isObject(here) ? here[step] : undefined;
  return isSchema(here) ? follow(files, { schema: here, file: target }) : undefined;
}

/** Does not check the content: schemas are part of the program, not of its input. */
export const isSchema = (value: unknown): value is Schema => typeof value === 'boolean' || isObject(value);
