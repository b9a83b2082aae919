import type { Label } from '../../api/nodes.ts';
import type { Row } from '../row.ts';

/** A related row of another list. `find`: its id, which is also the search text that finds it in that list. */
export type RowLink = { label: string; resource: string; find: string };

/** A panel beside the list that shows a read-only row. Not together with `form` or `yaml`. */
export type DetailsModule<R, S> = {
  /** Opening the details is the main action of a row. Otherwise they come after its actions. */
  first?: true;
  /** The title of the panel. Absent: the row's name. */
  title?(row: R): { text: string; icon?: string; danger?: boolean };
  /**
   * Fields in this order, some with another label, without those that have no value. `firstBy`: the time of a row, for
   * values whose first occurrence is worth showing.
   */
  lines: readonly (S | { source: S; label?: string; firstBy?: S })[];
  /** Searches for related rows: by a label of the list's predicate, or by time. */
  pivots?: readonly ({ label: string } & ({ of(row: R): Label | undefined } | { around: S; withinMs: number }))[];
  /** Related rows of other lists. The panel shows those that exist. Each opens in a new tab. */
  links?(row: R): readonly RowLink[];
  /** Further parts below, by their names in `src/resources/details/DetailsSheet.tsx`. */
  panels?: readonly ('recordingReview' | 'lastScreen' | 'serverReach')[];
  /** The row as the server sent it. */
  json?: { title: string; of(row: R): unknown };
};
export type Details = DetailsModule<Row, string>;

/** The props of a panel. `reload` reads the list again after the panel has changed the row. */
export type DetailsPanelProps = { row: Row; reload: () => void };

/** How the command palette finds rows, if not by their title under the resource's name. */
export type PaletteModule<R> = {
  /** A common heading for several resources. */
  group?: string;
  /** As the first character of the input, restricts the search to these rows. */
  sign?: '@';
  title?(row: R): string;
  detail?(row: R): string;
};
