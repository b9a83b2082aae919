import { useEffect, useMemo } from 'react';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { Row } from '../../descriptors/row.ts';
import { sortRows } from '../../descriptors/rows.ts';
import { whenIdle } from '../../lib/work.ts';
import type { FilterRequest } from './filter.ts';
import type { Sort } from './listParams.ts';
import { findHere, prepareMatching } from './localMatch.ts';

/** Whether both requests match the same rows. */
export const sameRequest = (a: FilterRequest, b: FilterRequest): boolean =>
  a.search === b.search && a.query === b.query;

/** The loaded rows that match a filter, in the order of the list. */
export function useFoundRows(
  resource: Restricted,
  rows: readonly Row[],
  { search, query }: FilterRequest,
  { field, order }: Sort,
): readonly Row[] {
  // Thousands of rows take a while, so the first ones are painted before.
  useEffect(() => whenIdle(() => prepareMatching(resource, rows)), [resource, rows]);
  const found = useMemo(
    () => (search || query ? findHere(resource, rows, { ...(search && { search }), ...(query && { query }) }) : rows),
    [resource, rows, search, query],
  );
  return useMemo(
    () => sortRows(resource, found, { field, descending: order === 'DESC' }),
    [resource, found, field, order],
  );
}
