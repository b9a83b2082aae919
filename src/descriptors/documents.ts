import type { YamlPath } from '../wire/yaml.ts';
import type { Resource } from './defineResource.ts';

/** One input of a document's form. What can be entered comes from the schema; how it is asked for stands here. */
export type DocumentInput = {
  /** As keys with dots between: `spec.display`. */
  path: string;
  label: string;
  /** In place of the schema's description. */
  help?: string | undefined;
  /** Two of these stand beside each other. */
  half?: true;
  /** The value is needed elsewhere: it can be copied. */
  copy?: true;
  /** Of names: the resource whose rows are offered. */
  options?: string;
  /** Of a list of fields: the columns, and the word for one more. */
  columns?: readonly { source: string; label: string; options?: string }[];
  add?: string;
};

/** The form beside a document's text. What it does not name can be changed in the text alone. */
export type DocumentForm = { title: string; text: string; inputs: readonly DocumentInput[] };

/** A kind of document that a resource has. */
export type DocumentType = {
  /** Value of `kind`. */
  kind: string;
  /** In menus. */
  label: string;
  /** A JSON Schema, read by the editor. */
  schema(): Promise<unknown>;
  /** Text of a new one; `origin` is where this console is reached. */
  template(origin: string): string;
  form?: DocumentForm;
  /** Values that nobody is shown: they stay with the server and behind the border of `src/api`. */
  secrets?: readonly YamlPath[];
};

type Documents = Pick<Resource, 'ids'> & { yaml: NonNullable<Resource['yaml']> };

/** The name that a document gives itself, from the id of its row. */
export const nameOf = ({ ids }: Pick<Resource, 'ids'>, id: string): string => ids?.parts(id).name ?? id;

/** The id that a document of a name has or would have. */
export const idOf = ({ ids }: Pick<Resource, 'ids'>, { kind }: DocumentType, name: string): string =>
  ids?.of(kind, name) ?? name;

/** By the value of `kind`; undefined where the resource has no such documents. */
export const typeOfKind = ({ yaml }: Documents, kind: string): DocumentType | undefined =>
  yaml.types.find((type) => type.kind === kind);

/** The type of a document that exists. */
export const typeOf = (resource: Documents, id: string): DocumentType =>
  (resource.ids && typeOfKind(resource, resource.ids.parts(id).kind)) ?? resource.yaml.types[0];
