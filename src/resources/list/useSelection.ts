import { useState } from 'react';
import type { Row } from '../../descriptors/row.ts';

/** Which rows are selected, by id. `anchor` is where an extension with Shift starts. */
type Selection = { ids: ReadonlySet<string>; anchor: string | undefined };

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined };

const plus = (ids: ReadonlySet<string>, more: readonly string[]): ReadonlySet<string> => new Set([...ids, ...more]);
const minus = (ids: ReadonlySet<string>, fewer: readonly string[]): ReadonlySet<string> => {
  const remaining = new Set(ids);
  for (const id of fewer) remaining.delete(id);
  return remaining;
};

export const toggle = ({ ids }: Selection, id: string): Selection => ({
  ids: ids.has(id) ? minus(ids, [id]) : plus(ids, [id]),
  anchor: id,
});

/**
 * From the anchor to `id`, in the order of the list. The state of the anchor decides whether rows are added or removed.
 */
export function extend({ ids, anchor }: Selection, order: readonly string[], id: string): Selection {
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return { ids: plus(ids, [id]), anchor: id };
  const span = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  const adds = anchor === undefined || ids.has(anchor);
  return { ids: adds ? plus(ids, span) : minus(ids, span), anchor };
}

export const selectAll = (order: readonly string[]): Selection => ({ ids: new Set(order), anchor: undefined });

/** How much of the list is selected. Rows that are no longer in the list do not count. */
export function coverage({ ids }: Selection, order: readonly string[]): 'off' | 'some' | 'on' {
  if (ids.size === 0) return 'off';
  const chosen = order.filter((id) => ids.has(id)).length;
  return chosen === 0 ? 'off' : chosen === order.length ? 'on' : 'some';
}

export type ListSelection = {
  ids: ReadonlySet<string>;
  /** The selected rows, including those that a filter now hides. */
  rows: () => readonly Row[];
  coverage: 'off' | 'some' | 'on';
  toggle: (id: string) => void;
  /** From the last selected row to this one. */
  extend: (id: string) => void;
  /** Adds these rows. */
  choose: (rows: readonly Row[]) => void;
  clear: () => void;
};

type ChosenRows = { selection: Selection; byId: ReadonlyMap<string, Row> };
const nothing: ChosenRows = { selection: nothingSelected, byId: new Map() };

const idsOf = (rows: readonly Row[]): readonly string[] => rows.map((row) => row.id);

const chosenAtFirst = (rows: readonly Row[]): ChosenRows =>
  rows.length === 0 ? nothing : { selection: selectAll(idsOf(rows)), byId: new Map(rows.map((row) => [row.id, row])) };

/** Which rows of a list are selected. The selection survives a change of the filter and a visit to another page. */
export function useSelection(rows: readonly Row[], first: readonly Row[] = []): ListSelection {
  const [{ selection, byId }, setChosen] = useState(() => chosenAtFirst(first));
  const take = (change: (selection: Selection) => Selection, from: readonly Row[]) =>
    setChosen((last) => {
      const next = change(last.selection);
      const rowsById = new Map(last.byId);
      for (const row of from) if (next.ids.has(row.id)) rowsById.set(row.id, row);
      return { selection: next, byId: rowsById };
    });
  return {
    ids: selection.ids,
    rows: () => [...selection.ids].flatMap((id) => byId.get(id) ?? []),
    coverage: selection.ids.size === 0 ? 'off' : coverage(selection, idsOf(rows)),
    toggle: (id) => take((last) => toggle(last, id), rows),
    extend: (id) => take((last) => extend(last, idsOf(rows), id), rows),
    choose: (all) => take(({ ids }) => selectAll([...ids, ...idsOf(all)]), all),
    clear: () => setChosen(nothing),
  };
}
