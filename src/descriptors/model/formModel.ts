import type { Sentence } from '../../lib/sentence.ts';

/** A panel beside the list that edits a row in fields, with a review before saving. The inputs are those of the fields. */
export type FormModule<R, S> = {
  sections: readonly { title: string; aside?: string; fields: readonly S[] }[];
  /** A few words beside the row's name: "local user". */
  aside?(row: R): string;
  /** Heading over the row's actions. */
  actions: string;
  /** What a person may read after creating a row, as a dialog of `src/resources/dialogs`. */
  created?: string;
  /** Further parts of the form that only show, by their names in `src/resources/panels`: each behind a section's title. */
  panels?: Readonly<Record<string, string>>;
  /** Says in sentences what a change does, the dangerous ones flagged; absent: the fields that change are named. */
  review?(before: R, after: R): readonly Sentence[];
  /** A field of role names: a review says what the roles allow that come and go. */
  roleField?: S;
};

/** The way to a new row, where it is not just the form or the document under "Create <resource>". */
export type CreationModule = {
  /** The words on the button. */
  label: string;
  /** Name in `createSheets` of `src/resources/list/SidePanel.tsx`: makes a row in place of the generated form. */
  sheet?: string;
  /**
   * Makes a row beside the page at `new`, where there is a choice then: the name in `src/resources/dialogs`, the
   * dialog's word, and the page's.
   */
  dialog?: { name: string; label: string; other: string };
};

/** What is said and checked before a row is removed. Required where `wire.remove` is. */
export type RemovalModule<R> = {
  /** What removing a row does besides. */
  effects(row: R): readonly string[];
  /** What it is called, where that is not deleting: "Lift", "Lifting", "lifted". */
  messages?: { act: string; acting: string; done: string };
  /** Rows of another resource that name rows of this one: none of these can be removed while one does. */
  heldBy?: { resource: string; field: string };
  /** Why a row can be changed but not removed; `self` is the name of the signed-in person. */
  kept?(row: R, self: string): string | undefined;
};
