import type { Access } from '../../../src/access/access.ts';
import type { InventoryKind } from '../../config/settings.ts';
import type { SortColumn } from '../../store/inventory.ts';
import type { Entry } from '../entry.ts';

/** The context of an item besides its entry: the caller, and the gateway. */
export type ListContext = { access: Access; clusterName: string; publicUrl: string; hostId: string };

export type Sortable = {
  /** The resource's name in the wire's refusal: `node`, `app_server`. */
  resource: string;
  /** Field of the `sort` parameter → column. none: the list cannot be sorted. */
  columns: Readonly<Record<string, SortColumn>> | 'none';
};

/**
 * The definition of one inventory list: everything that differs between lists (http-resources §1). Lists are built in a
 * thread, so `toItem` may only use its arguments.
 */
export type InventoryList<T> = Sortable & {
  /** Below `S/`. */
  path: string;
  kind: InventoryKind;
  /** Kind in the rules of roles. Listing needs `list` and `read`. */
  rule: string;
  /** Listing needs only `list` (http-resources §3). */
  listedUnread?: true;
  /** Sorted and counted even if the client does not ask for it (http-resources §1.2). */
  alwaysCounted?: true;
  toItem(entry: Entry, context: ListContext): T;
};

/** The form of name lists on the wire: an empty list is null. */
export const orNull = (names: readonly string[]): string[] | null => (names.length > 0 ? [...names] : null);
