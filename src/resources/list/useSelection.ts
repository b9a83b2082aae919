import { useState } from 'react';
import type { Row } from '../../descriptors/row.ts';
import { coverage, extend, nothingSelected, selectAll, toggle, type Selection } from './selection.ts';

export type ListSelection = {
  ids: ReadonlySet<string>;
  /** The chosen rows, those too that a filter hides by now. */
  rows: () => readonly Row[];
  coverage: 'off' | 'some' | 'on';
  toggle: (id: string) => void;
  /** From where the last choice was made to here. */
  extend: (id: string) => void;
  /** All of these. */
  choose: (rows: readonly Row[]) => void;
  clear: () => void;
};

type Chosen = { selection: Selection; byId: ReadonlyMap<string, Row> };
const nothing: Chosen = { selection: nothingSelected, byId: new Map() };

const idsOf = (rows: readonly Row[]): readonly string[] => rows.map((row) => row.id);

const chosenAtFirst = (rows: readonly Row[]): Chosen =>
  rows.length === 0 ? nothing : { selection: selectAll(idsOf(rows)), byId: new Map(rows.map((row) => [row.id, row])) };

/** Which rows of a list are chosen. A choice outlives the filter under which it was made, and a page in between. */
export function useSelection(rows: readonly Row[], first: readonly Row[] = []): ListSelection {
  const [{ selection, byId }, setChosen] = useState(() => chosenAtFirst(first));
  const take = (change: (selection: Selection) => Selection, from: readonly Row[]) =>
    setChosen((last) => {
      const next = change(last.selection);
      const known = new Map(last.byId);
      for (const row of from) if (next.ids.has(row.id)) known.set(row.id, row);
      return { selection: next, byId: known };
    });
  return {
    ids: selection.ids,
    rows: () => [...selection.ids].flatMap((id) => byId.get(id) ?? []),
    coverage: selection.ids.size === 0 ? 'off' : coverage(selection, idsOf(rows)),
    toggle: (id) => take((last) => toggle(last, id), rows),
    extend: (id) => take((last) => extend(last, idsOf(rows), id), rows),
    choose: (all) => take(() => selectAll(idsOf(all)), all),
    clear: () => setChosen(nothing),
  };
}
