import type { Label } from '../../api/nodes.ts';

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
