import type { LockedFeature } from '../../api/can.ts';
import type { Row } from '../row.ts';
import type { ActionContext } from './actionModel.ts';
import type { Need } from './wireModel.ts';
import type { Label } from '../../api/nodes.ts';

type HistogramOf<R, S> = {
  time: S;
  /** The unit of the bars: `Events`. */
  counts: string;
  /** Rows that are highlighted at the foot of their bar, and their label. */
  flagged: { label: string; is(row: R): boolean };
};
export type Histogram = HistogramOf<Row, string>;

/**
 * The link for adding more rows that join by themselves. `entity`: its name on the page with instructions. `document`:
 * its kind.
 */
export type Adding = { entity: string; label: string; document: string; needs: readonly Need[] };

/** A field in the page head that opens a target directly. */
type QuickField = {
  label: string;
  placeholder: string;
  help: string;
  to(text: string, context: ActionContext): string | undefined;
};

/** The list that every page has: its order, search, empty state, head, and the appearance of rows. */
export type ListModule<R, S> = {
  /** The field with the name of a row. */
  title: S;
  sort: { field: S; order: 'ASC' | 'DESC' };
  /** Placeholder of the search field. */
  search: string;
  empty: { title: string; text: string };
  /** False if there are no actions for several rows. */
  selectable?: false;
  /** A description of the page, below its title. */
  about?: string;
  /** In the page head, for resources that join by themselves: the link to the instructions. */
  adds?: Adding;
  /** In the page head. */
  quick?: QuickField;
  /** The feature that usage-based billing locks. The page head links to the offer. */
  locked?: LockedFeature;
  /** The icon of a row. */
  icon?(row: R): string | undefined;
  /** A mark before the name of a row: an icon, or the first letter of a text in a tile. */
  mark?(row: R): { icon: string } | { letter: string };
  /** Rows that come first in any order. */
  pinned?(row: R): boolean;
  /**
   * A field of kind `time` or `moment`: while rows are sorted by it, they are grouped by day and only show the time.
   */
  groupByDay?: S;
  /** A histogram of the loaded rows, by a field as above. Users can select a range in it. */
  histogram?: HistogramOf<R, S>;
  /** New rows can be followed live, with this interval of requests. `time`: when a row was created. */
  tail?: { time: S; everyMs: number };
  /**
   * For a list over time: all matching rows can be exported to a file, page by page, not only the loaded ones.
   * `record`: the row as the server sent it.
   */
  exportAll?: { record(row: R): unknown };
  /** The row in a JSON export, without secrets. Absent: unchanged. */
  exported?(row: R): unknown;
  /** The interval for re-reading the list while it is visible. */
  rereadEveryMs?: number;
  /** The row is a button: it has no icon and no actions. */
  bare?: true;
  /** The two lines of a row on a phone. Absent: its name, and the values that distinguish it from others. */
  phone?: { name: S; meta: readonly S[]; end?: S };
  /** The rows have searchable text: its name in `src/resources/list/ListPage.tsx`. */
  textSearch?: 'recordings';
  /** A fact about the shown rows, in the foot. */
  foot?(rows: readonly R[]): string | undefined;
};

/**
 * Conditions and facets of the list: the predicate language's view of a row (http-resources §1.4, §1.5). Required for
 * lists that the server searches. For lists that the console searches, `labels` can be derived, and a label with
 * several values occurs several times.
 */
export type PredicateModule<R> = {
  name(row: R): string;
  labels(row: R): readonly Label[];
  values(row: R): readonly string[];
  /**
   * The facets, in this order. Absent: the row's labels, the most useful first. Values are sorted by frequency, unless
   * `order` lists them: `under 1 min` before `over 1 h`.
   */
  facets?: readonly (string | { name: string; order: readonly string[] })[];
  /** Paths in the document that a query can use, below `resource` (http-resources §1.5). Suggested while typing. */
  paths?: readonly string[];
};
