import { useEffect, useMemo, useState } from 'react';
import type { Restricted } from '../../descriptors/restrict.ts';
import { useStore } from '../../ui/useStore.ts';
import { readListState, type ListParams } from '../list/listParams.ts';
import { viewAddress, viewState } from './viewAddress.ts';
import { viewNamed, type SavedView, type ViewBook } from './viewBook.ts';
import type { Difference, viewDifferences } from './viewDifferences.ts';
import type { ViewStore } from './viewStore.ts';

/** The list's current view. */
type PresentView =
  /** The list as declared. */
  | { kind: 'all' }
  /** Changed, but not saved as a view. */
  | { kind: 'none' }
  | { kind: 'saved'; view: SavedView; differences: readonly Difference[] }
  /** Named by the address, but not among the views in this browser. */
  | { kind: 'linked'; name: string };

export type Views = {
  book: ViewBook;
  present: PresentView;
  /** Shows a saved view; undefined: the list as declared. */
  choose: (view: SavedView | undefined) => void;
  /** What a view of the current list would store. */
  address: string;
  /** Makes the current list the view of this name. */
  call: (name: string) => void;
  /** False if the browser does not store it. */
  edit: (change: (book: ViewBook) => ViewBook) => boolean;
};

/** Until the differences are known, or if they cannot be loaded. */
const UNKNOWN: readonly Difference[] = [{ text: 'different from the saved view' }];

/**
 * The differences to the saved view of the list; empty without changes. The comparison is loaded with the first change.
 */
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

/** The saved views of a list, and the one it shows now. */
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
    if (address === '') return { kind: 'all' };
    return state.view ? { kind: 'linked', name: state.view } : { kind: 'none' };
  }, [view, differences, state.view, address]);
  return {
    book,
    present,
    address,
    choose: (view) => {
      const chosen = view ? viewState(resource, view) : readListState(resource, '');
      // If the list opens with a view, the address must state that this is none.
      change({ ...chosen, view: view?.name ?? (book.start === undefined ? undefined : '') });
    },
    call: (name) => change({ ...state, view: name }),
    edit: (edit) => store.change(edit),
  };
}
