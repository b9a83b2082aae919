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
