import { tidyName, viewNamed, type SavedView, type ViewBook } from './viewBook.ts';

/** Adds a view at the end, with its name tidied. Check `nameFault` and `addFault` first. */
export const addView = (book: ViewBook, { name, address }: SavedView, starts = false): ViewBook => {
  const view = { name: tidyName(name), address };
  return { views: [...book.views, view], start: starts ? view.name : book.start };
};

/** Renames and reorders views, by pairs of the old name and the new one. A view without a pair is removed. */
export function arrangeViews(book: ViewBook, names: readonly { was: string; name: string }[]): ViewBook {
  const views = names.flatMap(({ was, name }) => {
    const view = viewNamed(book, was);
    return view ? [{ ...view, name: tidyName(name) }] : [];
  });
  const start = names.find(({ was }) => was === book.start)?.name;
  return { views, start: start === undefined ? undefined : tidyName(start) };
}
