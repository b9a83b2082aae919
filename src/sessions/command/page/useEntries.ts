import { useMemo, useState } from 'react';
import type { ResultsView } from '../run/CommandHistory.ts';
import type { CommandRun } from '../run/CommandRun.ts';
import { grouped, held, oneByOne, type Entry } from '../run/entries.ts';
import { useStates } from './usePaced.ts';

export type Entries = {
  all: readonly Entry[];
  /** Somebody reads: what is there keeps its order from now on. */
  hold: () => void;
  /** Absent where all stand in the order that they would have by themselves. */
  sort: (() => void) | undefined;
};

/** The results as entries. They order themselves until somebody has begun to read. */
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
  const all = isHeld ? held(order, sorted) : sorted;
  // The order is what the next change is held to.
  if (!isSame(order, all)) setOrder(all.map(({ id }) => id));
  return {
    all,
    hold: () => setIsHeld(true),
    sort: all.every((entry, i) => entry === sorted[i]) ? undefined : () => setIsHeld(false),
  };
}

const isSame = (order: readonly string[], entries: readonly Entry[]): boolean =>
  order.length === entries.length && entries.every(({ id }, i) => id === order[i]);

/** More outputs than this are folded at first: the heads then fit one screen. */
const OPEN_AT_FIRST = 12;

type Folding = {
  isOpen: (entry: Entry) => boolean;
  isAllFolded: boolean;
  toggle: (entry: Entry) => void;
  foldAll: (isFolded: boolean) => void;
};

/** Which outputs are open: what the person said last, else as many as one can look at. */
export function useFolding({ ids, ended }: CommandRun, entries: readonly Entry[]): Folding {
  const [said, setSaid] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [whole, setWhole] = useState<boolean>();
  const groups = new Set(entries.filter(({ kind }) => kind === 'group').map(({ id }) => id));
  // By when they came, which never changes: an output that is open does not close because of another.
  const first = new Set(ended.filter((id) => groups.has(id)).slice(0, OPEN_AT_FIRST));
  const opensItself = (entry: Entry): boolean =>
    entry.kind === 'group' ? first.has(entry.id) : entry.kind === 'server' && ids.length <= OPEN_AT_FIRST;
  const isOpen = (entry: Entry) => said.get(entry.id) ?? whole ?? opensItself(entry);
  return {
    isOpen,
    isAllFolded: !entries.some(isOpen),
    toggle: (entry) => setSaid(new Map(said).set(entry.id, !isOpen(entry))),
    foldAll: (isFolded) => {
      setSaid(new Map());
      setWhole(!isFolded);
    },
  };
}
