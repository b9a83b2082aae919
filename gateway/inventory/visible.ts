import type { Access } from '../../src/access/access.ts';
import type { InventoryKind } from '../config/settings.ts';
import type { InventoryStore, LabelSet } from '../store/inventory.ts';

type Answer = readonly number[] | 'all';

/** Checking ten thousand label sets is too slow for a page: the answer is cached until either side changes. */
const answersByAccess = new WeakMap<Access, Map<InventoryKind, { of: readonly LabelSet[]; answer: Answer }>>();

/** Ids of the label sets of a kind that the access covers. */
export function visibleLabelSets(store: InventoryStore, kind: InventoryKind, access: Access): Answer {
  const sets = store.labelSets(kind);
  const kinds = answersByAccess.get(access) ?? new Map<InventoryKind, { of: readonly LabelSet[]; answer: Answer }>();
  answersByAccess.set(access, kinds);
  const cached = kinds.get(kind);
  if (cached?.of === sets) return cached.answer;
  const ids = sets.filter(({ labels }) => access.resource(kind, labels).ok).map(({ id }) => id);
  const answer = ids.length === sets.length ? 'all' : ids;
  kinds.set(kind, { of: sets, answer });
  return answer;
}
