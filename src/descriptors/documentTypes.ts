import type { AclKey } from '../wire/userContext.ts';
import type { YamlPath } from '../wire/yaml.ts';

/** One input of a document's form. The schema defines the allowed values, this defines the input. */
export type DocumentInput = {
  /** Keys separated by dots: `spec.display`. */
  path: string;
  label: string;
  /** Replaces the schema's description. '' for none. */
  help?: string | undefined;
  /** Half width: two of these share a line. */
  half?: true;
  /** Text for people. Other texts are for machines. */
  words?: true;
  /** The value is needed elsewhere, so it can be copied. */
  copy?: true;
  /** For names with blanks and commas: only Enter ends a name. */
  byLine?: boolean;
  /** For names: the suggestions, instead of those of the schema. */
  choices?: readonly string[];
  /** For names: the resource whose rows are suggested. */
  options?: string;
  /** For a label selector: name of the resource that provides the label suggestions and counts. */
  labelsOf?: string;
  /**
   * For a list of fields: the columns, and the label for adding one. Without columns, all fields of the schema are
   * used.
   */
  columns?: readonly { source: string; label: string; options?: string }[];
  add?: string;
  /** For a list of fields: one box for each, even if the columns would fit on one line. */
  boxes?: true;
};

/**
 * Inputs under one heading. `group`: the heading in the index over this section and the following ones of the same
 * group.
 */
export type FormSection = { title: string; group?: string; text?: string; inputs: readonly DocumentInput[] };

/**
 * The form beside a document's text. Other fields can only be changed in the text. With one section it shows the form's
 * title and text, with several an index of their titles.
 */
export type DocumentForm = { title: string; text?: string; sections: readonly [FormSection, ...FormSection[]] };

/** A kind of document of a resource. */
export type DocumentType = {
  /** Value of `kind`. */
  kind: string;
  /** In menus. */
  label: string;
  icon?: string;
  /** Key of the user's ACL, if the kinds of a resource have separate rights. Absent: that of the resource. */
  acl?: AclKey;
  /** A JSON Schema for the editor. */
  schema(): Promise<unknown>;
  /**
   * A `templates/*.yaml` as text, loaded for a new document: several documents, each below a comment with its label and
   * one with its description. The first one is the default.
   */
  templates(): Promise<{ readonly default: string }>;
  /** A `forms/*.form.ts`, loaded with the editor. Absent: the document is edited as text only. */
  form?(): Promise<{ readonly default: DocumentForm }>;
  /** Secret values: they stay on the server and inside `src/api`. */
  secrets?: readonly YamlPath[];
};

/**
 * For documents whose name alone is not an id: conversions between a row's id and its parts, for addresses with both.
 */
type DocumentIds = {
  of(kind: string, name: string): string;
  parts(id: string): { kind: string; name: string };
  /**
   * For names that can be secrets: the text to show instead. `document` may be one that the server does not have yet.
   */
  shown?(id: string, document?: unknown): string;
  /** Looks up the parts of an id from an address. */
  find?(id: string): Promise<void>;
};

/** A page for each row: an editor of its YAML text beside a form, with drafts, problems, a review and a history. */
export type DocumentModule<S> = {
  /** The field with the text. */
  source: S;
  /** The kinds of documents. With several, or if the id is not the name, `ids` is required. */
  types: readonly [DocumentType, ...DocumentType[]];
  ids?: DocumentIds;
  /** Usage events of creating a document (http-auth §12.2). */
  reports?: { create: string; save: string; cancel: string };
};
