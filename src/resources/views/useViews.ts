import { useMemo } from 'react';
import type { Restricted } from '../../descriptors/restrict.ts';
import { useStore } from '../../ui/useStore.ts';
import { readListState, type ListParams } from '../list/listParams.ts';
import { viewAddress, viewState } from './viewAddress.ts';
import { viewNamed, type SavedView, type ViewBook } from './viewBook.ts';
import { viewDifferences, type Difference } from './viewDifferences.ts';
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

function presentView(resource: Restricted, book: ViewBook, state: ListParams, address: string): PresentView {
  const view = viewNamed(book, state.view);
  if (view) {
    const saved = viewState(resource, view);
    const isSame = viewAddress(resource, saved) === address;
    return { kind: 'saved', view, differences: isSame ? [] : viewDifferences(resource, saved, state) };
  }
  if (state.view) return { kind: 'linked', name: state.view };
  return { kind: address === '' ? 'all' : 'none' };
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
  const present = useMemo(() => presentView(resource, book, state, address), [resource, book, state, address]);
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
