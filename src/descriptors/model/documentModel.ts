import type { DocumentType } from '../documentTypes.ts';

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
