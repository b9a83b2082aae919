import { useEffect, useMemo, useState } from 'react';
import type { Restricted } from '../../descriptors/restrict.ts';
import { useStore } from '../../ui/useStore.ts';
import { readListState, type ListParams } from '../list/listParams.ts';
import { viewAddress, viewState } from './viewAddress.ts';
import { viewNamed, type SavedView, type ViewBook } from './viewBook.ts';
import type { Difference, viewDifferences } from './viewDifferences.ts';
import type { ViewStore } from './viewStore.ts';

/** What the list shows, among its views. */
type PresentView =
  /** As it is declared. */
  | { kind: 'all' }
  /** Arranged, and kept nowhere. */
  | { kind: 'none' }
  | { kind: 'saved'; view: SavedView; differences: readonly Difference[] }
  /** Named by the address, and not among the views here. */
  | { kind: 'linked'; name: string };

export type Views = {
  book: ViewBook;
  present: PresentView;
  /** The list as a saved view has it; undefined: as it is declared. */
  choose: (view: SavedView | undefined) => void;
  /** What a view of the list as it stands now would keep. */
  address: string;
  /** The list as it stands now is the view of this name from now on. */
  call: (name: string) => void;
  /** False when the browser refuses to keep it. */
  edit: (change: (book: ViewBook) => ViewBook) => boolean;
};

/** Before it is known what differs, and where that cannot be loaded. */
const UNKNOWN: readonly Difference[] = [{ text: 'different from the saved view' }];

/** Of the saved view that the list shows; empty when nothing was changed. What compares is loaded with the first change. */
function useDifferences(resource: Restricted, view: SavedView | undefined, state: ListParams, address: string) {
  const [module, setModule] = useState<{ viewDifferences: typeof viewDifferences }>();
  const saved = useMemo(() => view && viewState(resource, view), [resource, view]);
  const isChanged = saved !== undefined && viewAddress(resource, saved) !== address;
  useEffect(() => {
    if (isChanged) import('./viewDifferences.ts').then(setModule, () => undefined);
  }, [isChanged]);
  return useMemo(
    () => (isChanged ? (module?.viewDifferences(resource, saved, state) ?? UNKNOWN) : []),
    [isChanged, module, resource, saved, state],
  );
}

/** The saved views of a list, and which of them it shows now. */
export function useViews(
  resource: Restricted,
  store: ViewStore,
  state: ListParams,
  change: (state: ListParams) => void,
): Views {
  const book = useStore(store.book);
  const address = useMemo(() => viewAddress(resource, state), [resource, state]);
  const view = viewNamed(book, state.view);
  const differences = useDifferences(resource, view, state, address);
  const present = useMemo((): PresentView => {
    if (view) return { kind: 'saved', view, differences };
    return state.view ? { kind: 'linked', name: state.view } : { kind: address === '' ? 'all' : 'none' };
  }, [view, differences, state.view, address]);
  return {
    book,
    present,
    address,
    choose: (view) => {
      const chosen = view ? viewState(resource, view) : readListState(resource, '');
      // Where the list opens with a view, the address has to say that it is none.
      change({ ...chosen, view: view?.name ?? (book.start === undefined ? undefined : '') });
    },
    call: (name) => change({ ...state, view: name }),
    edit: (edit) => store.change(edit),
  };
}
