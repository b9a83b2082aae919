import type { ListJson } from '../../src/wire/http.ts';
import type { InventoryKind } from '../config/settings.ts';
import type { Gateway } from '../gateway.ts';
import { type Caller, requireRule } from '../identity/caller.ts';
import type { Entry } from '../inventory/entry.ts';
import { visibleLabelSets } from '../inventory/visible.ts';
import type { Api, SignedInCall } from './api.ts';
import { listParameters, type Sortable } from './listQuery.ts';

type Parts = Pick<Gateway, 'stores' | 'audit'>;

/** One list of the inventory: everything in it that is not the same for all of them (http-resources §1). */
export type InventoryList<T> = Sortable & {
  /** Below `S/`. */
  path: string;
  kind: InventoryKind;
  /** Kind that the rules of roles speak of; listing asks for `list` and `read`. */
  rule: string;
  /** Sorted and counted where nobody asks for it too (http-resources §1.2). */
  alwaysCounted?: true;
  toItem(entry: Entry, caller: Caller): T;
};

export function inventoryListRoute<T>(api: Api, { stores, audit }: Parts, list: InventoryList<T>): void {
  api.on('GET', `sites/:site/${list.path}`, 'session+site', (call): ListJson<T> => {
    const { caller } = call;
    const { predicate, ...query } = listParameters(call, list);
    requireRule(caller, list.rule, 'list', 'read');
    if (call.query('searchAsRoles') === 'yes') noteSearch(call);
    const visible = visibleLabelSets(stores.inventory, list.kind, caller.access);
    if (!predicate.ok) {
      if (visible === 'all' ? stores.inventory.count(list.kind) > 0 : visible.length > 0) throw predicate.failure;
      return { items: [], startKey: '', totalCount: 0 };
    }
    const page = stores.inventory.page({
      ...(list.alwaysCounted && { sort: { column: 'key', descending: false } }),
      ...query,
      kind: list.kind,
      visible,
      ...(predicate.value && { predicate: predicate.value }),
    });
    return {
      items: page.entries.map((entry) => list.toItem(entry, caller)),
      startKey: page.nextKey,
      totalCount: page.total,
    };
  });

  /** Nothing can be requested here, so the search is the same with and without; the log says that it was asked for. */
  function noteSearch({ caller: { user } }: SignedInCall): void {
    audit.emit('access_request.search', {
      user: user.name,
      resource_type: list.resource,
      namespace: 'default',
      search_as_roles: user.roles,
    });
  }
}

/** How lists of names travel: none is null. */
export const orNull = (names: readonly string[]): string[] | null => (names.length > 0 ? [...names] : null);
