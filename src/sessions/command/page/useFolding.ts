import { useState } from 'react';
import type { CommandRun } from '../run/CommandRun.ts';
import type { Entry } from '../run/entries.ts';

/** More outputs than this are folded at first: the heads then fit one screen. */
const OPEN_AT_FIRST = 12;

export type Folding = {
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
