import type { LockedFeature } from '../../api/can.ts';
import type { Row } from '../row.ts';
import type { ActionContext } from './actionModel.ts';
import type { Need } from './wireModel.ts';
import type { Label } from '../../api/nodes.ts';

type HistogramOf<R, S> = {
  time: S;
  /** What the bars count: `Events`. */
  counts: string;
  /** Rows that stand out at the foot of their bar, and what they are called. */
  flagged: { label: string; is(row: R): boolean };
};
export type Histogram = HistogramOf<Row, string>;

/** The way to more of what joins the cluster by itself. `entity`: what the page that tells how is told; `document`: its kind. */
export type Adding = { entity: string; label: string; document: string; needs: readonly Need[] };

/** A field in the page head that leads straight to a place. */
type QuickField = {
  label: string;
  placeholder: string;
  help: string;
  to(text: string, context: ActionContext): string | undefined;
};

/** The list that every page has: its order, its search, its empty state, the head above the rows, and how rows look. */
export type ListModule<R, S> = {
  /** The field that names a row. */
  title: S;
  sort: { field: S; order: 'ASC' | 'DESC' };
  /** Placeholder of the search field. */
  search: string;
  empty: { title: string; text: string };
  /** False where nothing can be done with several rows. */
  selectable?: false;
  /** What the page is about, below its title. */
  about?: string;
  /** In the page head, for what joins the cluster by itself: the way to where it is told how. */
  adds?: Adding;
  /** In the page head. */
  quick?: QuickField;
  /** What of it a plan that is billed by use keeps locked; the page head leads to the offer. */
  locked?: LockedFeature;
  /** An icon of its own for a row. */
  icon?(row: R): string | undefined;
  /** A small sign before the name of a row: an icon, or the first letter of a text in a tile. */
  mark?(row: R): { icon: string } | { letter: string };
  /** Rows that stand before all others, whatever the order. */
  pinned?(row: R): boolean;
  /** A field of kind `time` or `moment`: while rows are sorted by it they stand under their day and show the time alone. */
  groupByDay?: S;
  /** Bars over the rows that are here, by a field as above; a part of them can be chosen. */
  histogram?: HistogramOf<R, S>;
  /** New rows can be followed as they come: so often the server is asked for them. `time`: when a row came to be. */
  tail?: { time: S; everyMs: number };
  /**
   * Of a list over time: everything that matches can be written to a file, page after page, not only what is loaded.
   * `record`: the row as the server wrote it.
   */
  exportAll?: { record(row: R): unknown };
  /** The row as a JSON file has it, without secrets; absent: as it is. */
  exported?(row: R): unknown;
  /** So often the list is read again while somebody looks at it. */
  rereadEveryMs?: number;
  /** The row is its own button: no icon before it, no action behind it. */
  bare?: true;
  /** The two lines of a row on a phone; absent: its name, and what tells it from its neighbours. */
  phone?: { name: S; meta: readonly S[]; end?: S };
  /** The rows have a text of their own that can be searched: what that is, by its name in `src/resources/list/ListPage.tsx`. */
  textSearch?: 'recordings';
  /** One more fact about the rows shown, in the foot. */
  foot?(rows: readonly R[]): string | undefined;
};

/**
 * Conditions and facets beside the list: how the predicate language sees a row (http-resources §1.4, §1.5). Lists that
 * the server searches have it; for one that is searched here `labels` may be made up, and one of several values stands
 * there several times.
 */
export type PredicateModule<R> = {
  name(row: R): string;
  labels(row: R): readonly Label[];
  values(row: R): readonly string[];
  /**
   * What the rows can be told apart by, in this order; absent: their labels, the most useful first. Values stand by
   * their use, where `order` does not name them: `under 1 min` before `over 1 h`.
   */
  facets?: readonly (string | { name: string; order: readonly string[] })[];
  /** Places in the document that a query can ask for, below `resource` (http-resources §1.5); offered while one writes. */
  paths?: readonly string[];
};
