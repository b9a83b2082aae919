import type { AclKey } from '../wire/userContext.ts';
import type { YamlPath } from '../wire/yaml.ts';

/** One input of a document's form. What can be entered comes from the schema; how it is asked for stands here. */
export type DocumentInput = {
  /** As keys with dots between: `spec.display`. */
  path: string;
  label: string;
  /** In place of the schema's description; '' for none. */
  help?: string | undefined;
  /** Two of these stand beside each other. */
  half?: true;
  /** Written for people; other texts are read by machines. */
  words?: true;
  /** The value is needed elsewhere: it can be copied. */
  copy?: true;
  /** Of names that may have blanks and commas: each is ended by Enter alone. */
  byLine?: boolean;
  /** Of names: what is offered, in place of what the schema knows. */
  choices?: readonly string[];
  /** Of names: the resource whose rows are offered. */
  options?: string;
  /** Of a label selector: name of the resource whose labels are offered, and counted against. */
  labelsOf?: string;
  /** Of a list of fields: the columns, and the word for one more. Without columns all that the schema has is asked for. */
  columns?: readonly { source: string; label: string; options?: string }[];
  add?: string;
  /** Of a list of fields: a box for each, also where the columns would have room in one line. */
  boxes?: true;
};

/** Inputs under one heading. `group`: the heading in the index over this section and those behind it of the same group. */
export type FormSection = { title: string; group?: string; text?: string; inputs: readonly DocumentInput[] };

/**
 * The form beside a document's text. What it does not name can be changed in the text alone. With one section it shows the
 * form's own title and text, with several there is an index of their titles.
 */
export type DocumentForm = { title: string; text?: string; sections: readonly [FormSection, ...FormSection[]] };

/** A kind of document that a resource has. */
export type DocumentType = {
  /** Value of `kind`. */
  kind: string;
  /** In menus. */
  label: string;
  icon?: string;
  /** Key of the user's ACL, where the kinds of a resource have rights of their own; absent: the resource's. */
  acl?: AclKey;
  /** A JSON Schema, read by the editor. */
  schema(): Promise<unknown>;
  /**
   * A `templates/*.yaml` as text, read when a new one is begun: documents, each below a comment with its label and one
   * with its description. Without a choice the first is meant.
   */
  templates(): Promise<{ readonly default: string }>;
  /** A `forms/*.form.ts`, read with the editor; absent: the document is edited as text alone. */
  form?(): Promise<{ readonly default: DocumentForm }>;
  /** Values that nobody is shown: they stay with the server and behind the border of `src/api`. */
  secrets?: readonly YamlPath[];
};

/** Where a name alone is no id: the parts of a row's id, for addresses that name both, and the way back. */
type DocumentIds = {
  of(kind: string, name: string): string;
  parts(id: string): { kind: string; name: string };
  /** Of names that may be secrets: what is shown in their place. `document` is one that the server may not have yet. */
  shown?(id: string, document?: unknown): string;
  /** Learns the parts of an id that an address brought. */
  find?(id: string): Promise<void>;
};

/** A page of its own for each row: an editor of its YAML text beside a form, with drafts, problems, a review, a history. */
export type DocumentModule<S> = {
  /** The field that holds the text. */
  source: S;
  /** The kinds of documents. With several, or where the id is not the name, there are `ids`. */
  types: readonly [DocumentType, ...DocumentType[]];
  ids?: DocumentIds;
  /** Usage events of making a new one (http-auth §12.2). */
  reports?: { create: string; save: string; cancel: string };
};
