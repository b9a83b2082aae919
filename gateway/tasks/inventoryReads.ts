// Answers from the inventory. With ten thousand servers each takes tens of milliseconds.
import { LIST_LIMIT_MAX } from '../../src/wire/constants.ts';
import type { ListJson } from '../../src/wire/http.ts';
import type { Predicate } from '../../src/wire/predicate/query.ts';
import type { InventoryKind } from '../config/settings.ts';
import { badRequest } from '../http/failures.ts';
import type { Entry } from '../inventory/entry.ts';
import { INVENTORY_LISTS } from '../inventory/lists/inventoryLists.ts';
import { visibleLabelSets } from '../inventory/visible.ts';
import type { ListQuery } from '../store/inventory.ts';
import { accessOf, type TaskParts } from './taskParts.ts';

type InventoryListInput = Pick<ListQuery, 'search' | 'startKey' | 'limit' | 'sort'> & {
  user: string;
  /** The path of the list. */
  path: string;
  predicate?: Predicate | undefined;
  /** The fault of the predicate. Refused only if there is something to search. */
  fault?: string | undefined;
};

/** A page of a list, with the entries that the user's roles show (http-resources §1). */
export function inventoryList(parts: TaskParts, { user, path, predicate, fault, ...query }: InventoryListInput) {
  const list = INVENTORY_LISTS.find((candidate) => candidate.path === path);
  if (!list) throw new RangeError(`there is no list ${path}`);
  const { inventory } = parts.stores;
  const access = accessOf(parts, user);
  const visible = visibleLabelSets(inventory, list.kind, access);
  if (fault !== undefined) {
    if (visible === 'all' ? inventory.count(list.kind) > 0 : visible.length > 0) throw badRequest(fault);
    return { items: [], startKey: '', totalCount: 0 };
  }
  const page = inventory.page({
    ...(list.alwaysCounted && { sort: { column: 'key', descending: false } }),
    ...query,
    kind: list.kind,
    visible,
    ...(predicate && { predicate }),
  });
  const context = { ...parts.settings, access };
  const answer: ListJson<object> = {
    items: page.entries.map((entry) => list.toItem(entry, context)),
    startKey: page.nextKey,
    totalCount: page.total,
  };
  return answer;
}

type ResourceCheckInput = { user: string; kinds: readonly InventoryKind[] };

/** Whether the user's roles show anything of these kinds. */
export function resourceCheck(parts: TaskParts, { user, kinds }: ResourceCheckInput) {
  const { inventory } = parts.stores;
  const access = accessOf(parts, user);
  const hasResource = kinds.some(
    (kind) => inventory.count(kind) > 0 && visibleLabelSets(inventory, kind, access).length > 0,
  );
  return { hasResource };
}

type FoundNodesInput = { user: string; predicate: Predicate; startKey: string; limit: number };

/** Nodes that match a predicate among those that the user's roles show: a page from a key on. */
export function foundNodes(
  parts: TaskParts,
  { user, limit, ...query }: FoundNodesInput,
): { entries: Entry[]; nextKey: string } {
  const { inventory } = parts.stores;
  const visible = visibleLabelSets(inventory, 'node', accessOf(parts, user));
  const request = { kind: 'node', visible, search: [], limit: Math.min(limit, LIST_LIMIT_MAX) } as const;
  const { entries, nextKey } = inventory.page({ ...request, ...query });
  return { entries, nextKey };
}
