import type { YamlPath } from '../wire/yaml.ts';

/** One input of a document's form. What can be entered comes from the schema; how it is asked for stands here. */
export type DocumentInput = {
  /** As keys with dots between: `spec.display`. */
  path: string;
  label: string;
  /** In place of the schema's description. */
  help?: string | undefined;
  /** Two of these stand beside each other. */
  half?: true;
  /** Written for people; other texts are read by machines. */
  words?: true;
  /** The value is needed elsewhere: it can be copied. */
  copy?: true;
  /** Of names: the resource whose rows are offered. */
  options?: string;
  /** Of a list of fields: the columns, and the word for one more. */
  columns?: readonly { source: string; label: string; options?: string }[];
  add?: string;
};

/** The form beside a document's text. What it does not name can be changed in the text alone. */
type DocumentForm = { title: string; text: string; inputs: readonly DocumentInput[] };

/** A kind of document that a resource has. */
export type DocumentType = {
  /** Value of `kind`. */
  kind: string;
  /** In menus. */
  label: string;
  icon?: string;
  /** A JSON Schema, read by the editor. */
  schema(): Promise<unknown>;
  /** Text of a new one; `origin` is where this console is reached. */
  template(origin: string): string;
  form?: DocumentForm;
  /** Values that nobody is shown: they stay with the server and behind the border of `src/api`. */
  secrets?: readonly YamlPath[];
};
