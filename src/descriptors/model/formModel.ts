import type { Sentence } from '../../lib/sentence.ts';

/**
 * A panel beside the list that edits a row in fields, with a review before saving. The inputs are those of the fields.
 */
export type FormModule<R, S> = {
  sections: readonly { title: string; aside?: string; fields: readonly S[] }[];
  /** A short text beside the row's name: "local user". */
  aside?(row: R): string;
  /** Heading over the row's actions. */
  actions: string;
  /** Information after creating a row: a dialog of `src/resources/dialogs`. */
  created?: string;
  /**
   * Further read-only parts of the form, by their names in `src/resources/panels`, each after the section with this
   * title.
   */
  panels?: Readonly<Record<string, string>>;
  /**
   * Describes the effects of a change in sentences, with dangerous ones flagged. Absent: the changed fields are named.
   */
  review?(before: R, after: R): readonly Sentence[];
  /** A field with role names: a review describes the permissions of added and removed roles. */
  roleField?: S;
};

/** How a row is created, if not with the form or the document under "Create <resource>". */
export type CreationModule = {
  /** The words on the button. */
  label: string;
  /** Name in `createSheets` of `src/resources/list/SidePanel.tsx`: replaces the generated form. */
  sheet?: string;
  /**
   * A dialog as an alternative to the page at `new`: its name in `src/resources/dialogs`, its label, and the label of
   * the page.
   */
  dialog?: { name: string; label: string; other: string };
};

/** The texts and checks before a row is removed. Required if `wire.remove` exists. */
export type RemovalModule<R> = {
  /** Further effects of removing a row. */
  effects(row: R): readonly string[];
  /** The verbs, if it is not called deleting: "Lift", "Lifting", "lifted". */
  messages?: { act: string; acting: string; done: string };
  /** A field in another resource that refers to rows of this one: referenced rows cannot be removed. */
  heldBy?: { resource: string; field: string };
  /** Why a row can be changed but not removed. `self` is the name of the signed-in user. */
  kept?(row: R, self: string): string | undefined;
};
