import type { Access } from '../../src/access/access.ts';
import { LIST_LIMIT_MAX } from '../../src/wire/constants.ts';
import { parsePredicate } from '../../src/wire/predicate/query.ts';
import type { Entry } from '../inventory/entry.ts';
import { visibleLabelSets } from '../inventory/visible.ts';
import type { InventoryStore } from '../store/inventory.ts';

/** The nodes that a predicate finds among those that the roles show; none where it cannot be read (streams §8.2). */
export function* foundNodes(inventory: InventoryStore, access: Access, query: string): Generator<Entry> {
  const predicate = parsePredicate(query);
  if (!predicate.ok || !access.rule('node', 'list').ok || !access.rule('node', 'read').ok) return;
  const visible = visibleLabelSets(inventory, 'node', access);
  const asked = { kind: 'node', visible, predicate: predicate.ast, search: [], limit: LIST_LIMIT_MAX } as const;
  for (let startKey = ''; ;) {
    const { entries, nextKey } = inventory.page({ ...asked, startKey });
    yield* entries;
    if (nextKey === '') return;
    startKey = nextKey;
  }
}
