import { useMemo, useState } from 'react';
import type { ResultsView } from '../run/CommandHistory.ts';
import type { CommandRun } from '../run/CommandRun.ts';
import { grouped, keepOrder, oneByOne, type Entry } from '../run/entries.ts';
import { useStates } from './usePaced.ts';

export type Entries = {
  all: readonly Entry[];
  /** The user is reading: the existing entries keep their order from now on. */
  hold: () => void;
  /** Absent if the entries are already in their sorted order. */
  sort: (() => void) | undefined;
};

/** The results as entries. They are sorted until the user starts to read. */
export function useEntries(run: CommandRun, view: ResultsView, hostOf: (id: string) => string): Entries {
  const states = useStates(run);
  const [isHeld, setIsHeld] = useState(false);
  const [order, setOrder] = useState<readonly string[]>([]);
  const sorted = useMemo(
    () =>
      view === 'each'
        ? oneByOne({ ids: run.ids, states })
        : grouped({
            ids: run.ids,
            states,
            ended: run.ended,
            fingerprintOf: (id) => run.output(id).fingerprint,
            namesOf: (id) => [hostOf(id), id],
          }),
    [run, view, states, hostOf],
  );
  const all = isHeld ? keepOrder(order, sorted) : sorted;
  // The next change keeps this order.
  if (!isSame(order, all)) setOrder(all.map(({ id }) => id));
  return {
    all,
    hold: () => setIsHeld(true),
    sort: all.every((entry, i) => entry === sorted[i]) ? undefined : () => setIsHeld(false),
  };
}

const isSame = (order: readonly string[], entries: readonly Entry[]): boolean =>
  order.length === entries.length && entries.every(({ id }, i) => id === order[i]);

/** More outputs than this are initially collapsed: their heads then fit on one screen. */
const OPEN_AT_FIRST = 12;

type Folding = {
  isOpen: (entry: Entry) => boolean;
  isAllFolded: boolean;
  toggle: (entry: Entry) => void;
  foldAll: (isFolded: boolean) => void;
};

/** Which outputs are open: the user's last choice, otherwise as many as fit. */
export function useFolding({ ids, ended }: CommandRun, entries: readonly Entry[]): Folding {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [whole, setWhole] = useState<boolean>();
  const groups = new Set(entries.filter(({ kind }) => kind === 'group').map(({ id }) => id));
  // By the order of arrival, which never changes: an open output does not close because of another.
  const first = new Set(ended.filter((id) => groups.has(id)).slice(0, OPEN_AT_FIRST));
  const opensItself = (entry: Entry): boolean =>
    entry.kind === 'group' ? first.has(entry.id) : entry.kind === 'server' && ids.length <= OPEN_AT_FIRST;
  const isOpen = (entry: Entry) => chosen.get(entry.id) ?? whole ?? opensItself(entry);
  return {
    isOpen,
    isAllFolded: !entries.some(isOpen),
    toggle: (entry) => setChosen(new Map(chosen).set(entry.id, !isOpen(entry))),
    foldAll: (isFolded) => {
      setChosen(new Map());
      setWhole(!isFolded);
    },
  };
}
