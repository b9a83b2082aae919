import { at, isObject } from '../../lib/json.ts';

/** A saved list. Its address has filter, order, columns and density. Its name is unique in its book. */
export type SavedView = { name: string; address: string };

/** The views of one list, in the order of its head. `start`: the one it opens with. */
export type ViewBook = { views: readonly SavedView[]; start: string | undefined };

export const noViews: ViewBook = { views: [], start: undefined };

export const VIEWS_MAX = 50;
export const NAME_MAX = 60;
/** Longer ones would not fit into the address bar of every browser. */
const ADDRESS_MAX = 8000;

/**
 * Removes blanks at both ends, line breaks, control characters and direction marks, with which different names would
 * look the same.
 */
export const tidyName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const viewNamed = ({ views }: ViewBook, name: string | undefined): SavedView | undefined =>
  views.find((view) => view.name === name);

/** Why a view cannot have this name; undefined if it can. `self` is the view that is renamed. */
export function nameFault({ views }: ViewBook, name: string, self?: string): string | undefined {
  const tidy = tidyName(name);
  if (!tidy) return 'A view needs a name';
  if (tidy.length > NAME_MAX) return `At most ${NAME_MAX} characters. This name has ${tidy.length}`;
  return views.some((view) => view.name !== self && sameName(view.name, tidy))
    ? 'Another view already has this name'
    : undefined;
}

/** Why no view can be added; undefined if one can. */
export function addFault({ views }: ViewBook, address: string): string | undefined {
  if (views.length >= VIEWS_MAX) return `A list can have at most ${VIEWS_MAX} views. Delete one first`;
  return address.length > ADDRESS_MAX ? 'The query is too long for a view' : undefined;
}

/** Replaces the address of the view with this name. */
export const saveView = (book: ViewBook, { name, address }: SavedView): ViewBook => ({
  ...book,
  views: book.views.map((view) => (view.name === name ? { name, address } : view)),
});

export const removeView = ({ views, start }: ViewBook, name: string): ViewBook => ({
  views: views.filter((view) => view.name !== name),
  start: start === name ? undefined : start,
});

/** Restores a removed view at its position in the book of `before`. Views saved since stay. */
export const restoreView = ({ views, start }: ViewBook, view: SavedView, before: ViewBook): ViewBook => {
  const isTaken = views.some(({ name }) => sameName(name, view.name));
  return {
    views: isTaken ? views : views.toSpliced(before.views.indexOf(view), 0, view),
    start: start ?? (before.start === view.name ? view.name : undefined),
  };
};

/** `undefined`: the list opens as declared. */
export const startWith = (book: ViewBook, start: string | undefined): ViewBook => ({ ...book, start });

/** The browser's storage may contain anything. Invalid views are left out. */
export function readBook(json: unknown): ViewBook {
  const list = at(json, 'views');
  const views: SavedView[] = [];
  for (const item of Array.isArray(list) ? list : []) {
    if (!isObject(item) || typeof item.name !== 'string' || typeof item.address !== 'string') continue;
    const book = { views, start: undefined };
    if (nameFault(book, item.name) ?? addFault(book, item.address)) continue;
    views.push({ name: tidyName(item.name), address: item.address });
  }
  const start = at(json, 'start');
  return { views, start: typeof start === 'string' && views.some(({ name }) => name === start) ? start : undefined };
}
