import type { Access } from '../../src/access/access.ts';
import type { InventoryKind } from '../config/settings.ts';
import type { InventoryStore, LabelSet } from '../store/inventory.ts';

type Answer = readonly number[] | 'all';

/** Checking ten thousand label sets is too slow for a page: the answer is cached until either side changes. */
const known = new WeakMap<Access, Map<InventoryKind, { of: readonly LabelSet[]; answer: Answer }>>();

/** Ids of the label sets of a kind that the access covers. */
export function visibleLabelSets(store: InventoryStore, kind: InventoryKind, access: Access): Answer {
  const sets = store.labelSets(kind);
  const kinds = known.get(access) ?? new Map<InventoryKind, { of: readonly LabelSet[]; answer: Answer }>();
  known.set(access, kinds);
  const kept = kinds.get(kind);
  if (kept?.of === sets) return kept.answer;
  const ids = sets.filter(({ labels }) => access.resource(kind, labels).ok).map(({ id }) => id);
  const answer = ids.length === sets.length ? 'all' : ids;
  kinds.set(kind, { of: sets, answer });
  return answer;
}
