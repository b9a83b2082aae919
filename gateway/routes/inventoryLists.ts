// The inventory lists (http-resources §3–§8).
import type { Gateway } from '../gateway.ts';
import { requireRule } from '../identity/caller.ts';
import { ExpiringMap } from '../identity/expiringMap.ts';
import type { InventoryList } from '../inventory/lists/inventoryList.ts';
import { INVENTORY_LISTS } from '../inventory/lists/inventoryLists.ts';
import type { Api, SignedInCall } from './api.ts';
import { listParameters } from './listQuery.ts';
import { requesterOf } from './requester.ts';

/** Searches of a list by the same sign-in within this time count as one: scrolling makes a request for each page. */
const REPORTED_MS = 60_000;
const REPORTED_MAX = 10_000;

export function inventoryListRoutes(api: Api, { tasks, audit, now }: Pick<Gateway, 'tasks' | 'audit' | 'now'>): void {
  const reported = new ExpiringMap<true>({ ttlMs: REPORTED_MS, capacity: REPORTED_MAX, now });
  for (const list of INVENTORY_LISTS) {
    api.on('GET', `sites/:site/${list.path}`, { guard: 'session+site', compress: true }, (call) => {
      const { caller } = call;
      const { predicate, ...query } = listParameters(call, list);
      requireRule(caller, list.rule, 'list', ...(list.listedUnread ? [] : ['read']));
      if (call.query('searchAsRoles') === 'yes') noteSearch(call, list);
      const condition = predicate.ok ? { predicate: predicate.value } : { fault: predicate.failure.message };
      return tasks.answer(
        'inventoryList',
        { user: caller.user.name, path: list.path, ...query, ...condition },
        requesterOf(call),
      );
    });
  }

  /**
   * Access requests do not exist here, so the search has the same result. The audit log records that it was requested.
   */
  function noteSearch({ caller: { user, session } }: SignedInCall, { resource }: InventoryList<object>): void {
    const key = `${session.loginId}/${resource}`;
    const search = {
      user: user.name,
      resource_type: resource,
      namespace: 'default',
      search_as_roles: user.roles,
    } as const;
    reported.once(key, true, () => audit.emit('access_request.search', search));
  }
}
