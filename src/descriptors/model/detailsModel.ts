import type { Label } from '../../api/nodes.ts';
import type { Row } from '../row.ts';

/** Another list's row that a row speaks of. `find`: its id, and what a search in that list finds it by. */
export type RowLink = { label: string; resource: string; find: string };

/** A sheet beside the list that shows a row which is only read. Not together with `form` or `yaml`. */
export type DetailsModule<R, S> = {
  /** Opening them is what a row is for; else they come after its actions. */
  first?: true;
  /** The sheet's title; absent: the row's name. */
  title?(row: R): { text: string; icon?: string; danger?: boolean };
  /**
   * Fields in this order, some under another label; those without a value are left out. `firstBy`: the moment of a row,
   * where it is worth knowing that the value came up for the first time.
   */
  lines: readonly (S | { source: S; label?: string; firstBy?: S })[];
  /** Other rows that have something in common: a label of the list's predicate, or their time. */
  pivots?: readonly ({ label: string } & ({ of(row: R): Label | undefined } | { around: S; withinMs: number }))[];
  /** What the row is about, in other lists. The sheet shows those that are there; each opens in a new tab. */
  links?(row: R): readonly RowLink[];
  /** Further parts below, by their names in `src/resources/details/DetailsSheet.tsx`. */
  panels?: readonly ('recordingReview' | 'lastScreen' | 'serverReach')[];
  /** The row as the server wrote it. */
  json?: { title: string; of(row: R): unknown };
};
export type Details = DetailsModule<Row, string>;

/** What a panel gets. `reload` reads the list again, where the panel has changed what it shows. */
export type DetailsPanelProps = { row: Row; reload: () => void };

/** How the command palette finds rows, where not by their title under the resource's name. */
export type PaletteModule<R> = {
  /** Several resources under one heading. */
  group?: string;
  /** Typed first, it leaves these rows alone. */
  sign?: '@';
  title?(row: R): string;
  detail?(row: R): string;
};
