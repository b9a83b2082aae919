// The states of a list. A state that is added here does not compile until `LIST_PARTS`, ListPlaceholder.tsx (the body)
// and ListStatus.tsx (the foot) have it.
import { isApiError } from '../../api/errors.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { ListRows } from './listRows.ts';

/**
 * What the body of a list shows. `empty`: the list has no rows; `unread`: it has none so far, and the server has more
 * to read; `nothing`: no row matches the filter.
 */
export type ListState = 'forbidden' | 'failed' | 'loading' | 'empty' | 'unread' | 'nothing' | 'rows';

export function listStateOf(resource: Restricted, list: ListRows, filters: boolean): ListState {
  if (!resource.may.list.ok) return 'forbidden';
  if (!list.rows) {
    if (isApiError(list.feed.error, 403)) return 'forbidden';
    return list.feed.error ? 'failed' : 'loading';
  }
  if (list.count > 0) return 'rows';
  if (filters) return 'nothing';
  return list.more.hasMore ? 'unread' : 'empty';
}

type ListParts = {
  /** The grid with column heads, the facets, the search and the views. */
  hasGrid: boolean;
  /** Which shortcuts the foot shows. */
  keys: 'ofRows' | 'stop' | 'reload';
};

/** The parts of the page around the body. */
export const LIST_PARTS: Readonly<Record<ListState, ListParts>> = {
  forbidden: { hasGrid: false, keys: 'reload' },
  failed: { hasGrid: true, keys: 'reload' },
  loading: { hasGrid: true, keys: 'stop' },
  empty: { hasGrid: false, keys: 'reload' },
  unread: { hasGrid: true, keys: 'reload' },
  nothing: { hasGrid: true, keys: 'ofRows' },
  rows: { hasGrid: true, keys: 'ofRows' },
};
