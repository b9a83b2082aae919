import type { Row } from '../../descriptors/row.ts';
import type { Tail } from '../tail/useTail.ts';
import type { Range, Span } from '../window/range.ts';
import type { RangeCounts } from '../window/useRangeCounts.ts';
import type { Feed } from './useListFeed.ts';

/** The rows of a list, searched by the browser or the server. */
export type ListRows = {
  /** The shown rows, from the first one on. Undefined until something was read. */
  rows: readonly Row[] | undefined;
  /** How many rows the list has, shown or still to be loaded. */
  count: number;
  /** How many rows there are without a filter; undefined while that is not known. */
  all: number | undefined;
  /** All loaded rows, without the filter; for a list over time, those in the part that is shown. */
  loaded: readonly Row[];
  /** The rows that the facets count, without a filter. Undefined until they are loaded. */
  counted: readonly Row[] | undefined;
  /** The rows that match the filter, also outside the part that is shown. */
  found: readonly Row[];
  /**
   * `provisional`: matches among the loaded rows, before the server answers. `previous`: the answer is not here, and
   * the rows are those of the last request. `kept`: the query has a mistake and is not sent.
   */
  freshness: 'settled' | 'provisional' | 'previous' | 'kept';
  feed: Feed;
  /** Loads every matching row. Undefined if the user stopped it, or it failed. */
  loadAll: () => Promise<readonly Row[] | undefined>;
  /** The rows are not the answer to the current request yet, so actions on all of them are disabled. */
  isWaiting: boolean;
  /** The list without a filter; the same feed if there is no filter. */
  everything: Feed;
  /** For a list over time: the requested span, and the range that describes it. */
  bounds: Span | undefined;
  shownRange?: Range;
  /** What loads more rows at the end: the feed, or for a list over time the server's matches in the part not loaded. */
  more: Feed;
  /** The server's counts, if a list over time is not loaded completely. */
  range: RangeCounts | undefined;
  tail: Tail | undefined;
};
