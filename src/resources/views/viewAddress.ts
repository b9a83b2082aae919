import type { Resource } from '../../descriptors/defineResource.ts';
import { readListState, writeListState, type ListParams } from '../list/listParams.ts';
import { viewNamed, type SavedView, type ViewBook } from './viewBook.ts';

/** The parameters of an address that define a list, besides the name of a view. */
const OWN = ['search', 'query', 'sort', 'cols', 'density', 'range', 'from', 'to', 'span'];

/** The part of a state that a view stores, without its name, the row, and the selected time span. */
export const viewAddress = (resource: Resource, state: ListParams): string =>
  writeListState(resource, { ...state, view: undefined, span: undefined, tail: false, row: undefined }, '');

export const viewState = (resource: Resource, { name, address }: SavedView): ListParams => ({
  ...readListState(resource, address),
  view: name,
});

/** An address with only a view's name means that view. An empty one means the view that the list opens with. */
export function expandAddress(address: string, book: ViewBook): string {
  const params = new URLSearchParams(address);
  if (OWN.some((name) => params.has(name))) return address;
  const view = viewNamed(book, params.get('view') ?? book.start);
  if (!view) return address;
  for (const [name, value] of new URLSearchParams(view.address)) params.set(name, value);
  params.set('view', view.name);
  return `?${params.toString()}`;
}
