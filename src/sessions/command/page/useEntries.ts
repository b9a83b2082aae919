import { useMemo, useState } from 'react';
import type { CommandRun } from '../run/CommandRun.ts';
import type { ResultsView } from '../run/CommandHistory.ts';
import { grouped, held, oneByOne, type Entry } from '../run/entries.ts';
import { useStates } from './useStates.ts';

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
