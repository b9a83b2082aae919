import type { Row } from '../../descriptors/row.ts';
import type { Tail } from '../tail/useTail.ts';
import type { Range, Span } from '../window/range.ts';
import type { RangeCounts } from '../window/useRangeCounts.ts';
import type { Feed } from './useListFeed.ts';

/** The rows of a list, whoever searches it. */
export type ListRows = {
  /** What is shown, from the first row on. Undefined until something was read. */
  rows: readonly Row[] | undefined;
  /** How many rows the list has, shown or still to be loaded. */
  count: number;
  /** How many there are without any filter; undefined while that is not known. */
  all: number | undefined;
  /** Everything that was loaded, whatever the filter; of a list over time, in the part that is looked at. */
  loaded: readonly Row[];
  /** What the facets count: rows that no filter has chosen. Undefined until they are here. */
  counted: readonly Row[] | undefined;
  /** What the filter finds, also outside of the part that is looked at. */
  found: readonly Row[];
  /**
   * `provisional`: found among the rows here; the server has not loaded yet. `previous`: it has not, and nothing is
   * here. `kept`: the query has a mistake and is not asked.
   */
  freshness: 'settled' | 'provisional' | 'previous' | 'kept';
  feed: Feed;
  /** Every row that matches, those too that are still to be loaded; undefined when somebody stopped it, or it failed. */
  loadAll: () => Promise<readonly Row[] | undefined>;
  /** The rows are not the answer to the question yet, so nothing can be done with all of them. */
  isWaiting: boolean;
  /** The list without a filter; the same feed where there is none. */
  everything: Feed;
  /** Of a list over time: what is asked for, and the range that says it. */
  bounds: Span | undefined;
  shownRange?: Range;
  /** What goes on where the rows end: the feed, or of a list over time what the server found in the part not loaded. */
  more: Feed;
  /** What the server counts, where a list over time is not loaded whole. */
  range: RangeCounts | undefined;
  tail: Tail | undefined;
};
