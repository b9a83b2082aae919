import type { Access } from '../../../src/access/access.ts';
import type { InventoryKind } from '../../config/settings.ts';
import type { SortColumn } from '../../store/inventory.ts';
import type { Entry } from '../entry.ts';

/** What an item says beside its entry: who asks, and where the gateway is. */
export type ListContext = { access: Access; clusterName: string; publicUrl: string; hostId: string };

export type Sortable = {
  /** What the wire's refusal calls the resource: `node`, `app_server`. */
  resource: string;
  /** Field of the `sort` parameter → column; none: the list cannot be sorted at all. */
  columns: Readonly<Record<string, SortColumn>> | 'none';
};

/**
 * One list of the inventory: everything in it that is not the same for all of them (http-resources §1). It is made in a
 * thread of its own, so `toItem` knows nothing but its arguments.
 */
export type InventoryList<T> = Sortable & {
  /** Below `S/`. */
  path: string;
  kind: InventoryKind;
  /** Kind that the rules of roles speak of; listing asks for `list` and `read`. */
  rule: string;
  /** Sorted and counted where nobody asks for it too (http-resources §1.2). */
  alwaysCounted?: true;
  toItem(entry: Entry, context: ListContext): T;
};

/** How lists of names travel: none is null. */
export const orNull = (names: readonly string[]): string[] | null => (names.length > 0 ? [...names] : null);
