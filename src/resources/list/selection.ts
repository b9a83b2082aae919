/** Which rows are chosen, by id. `anchor` is where an extension with Shift starts. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | undefined };

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined };

const plus = (ids: ReadonlySet<string>, more: readonly string[]): ReadonlySet<string> => new Set([...ids, ...more]);
const minus = (ids: ReadonlySet<string>, fewer: readonly string[]): ReadonlySet<string> => {
  const left = new Set(ids);
  for (const id of fewer) left.delete(id);
  return left;
};

export const toggle = ({ ids }: Selection, id: string): Selection => ({
  ids: ids.has(id) ? minus(ids, [id]) : plus(ids, [id]),
  anchor: id,
});

/** From the anchor to `id`, in the order of the list; the state of the anchor decides whether rows come or go. */
export function extend({ ids, anchor }: Selection, order: readonly string[], id: string): Selection {
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return { ids: plus(ids, [id]), anchor: id };
  const span = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  const adds = anchor === undefined || ids.has(anchor);
  return { ids: adds ? plus(ids, span) : minus(ids, span), anchor };
}

export const selectAll = (order: readonly string[]): Selection => ({ ids: new Set(order), anchor: undefined });

/** How much of the list is chosen; rows that left the list do not count. */
export function coverage({ ids }: Selection, order: readonly string[]): 'off' | 'some' | 'on' {
  if (ids.size === 0) return 'off';
  const chosen = order.filter((id) => ids.has(id)).length;
  return chosen === 0 ? 'off' : chosen === order.length ? 'on' : 'some';
}
