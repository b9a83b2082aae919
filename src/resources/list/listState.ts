import { isApiError } from '../../api/errors.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { ListRows } from './useListRows.ts';

/** What the body of a list shows. */
export type ListState = 'forbidden' | 'failed' | 'loading' | 'empty' | 'nothing' | 'rows';

export function listStateOf(resource: Restricted, list: ListRows, filters: boolean): ListState {
  if (!resource.may.list.ok) return 'forbidden';
  if (!list.rows) {
    if (isApiError(list.feed.error, 403)) return 'forbidden';
    return list.feed.error ? 'failed' : 'loading';
  }
  if (list.count > 0) return 'rows';
  return filters ? 'nothing' : 'empty';
}
