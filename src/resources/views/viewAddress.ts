import type { Resource } from '../../descriptors/defineResource.ts';
import { readListState, writeListState, type ListParams } from '../list/listParams.ts';
import { viewNamed, type SavedView, type ViewBook } from './viewBook.ts';

/** What of an address arranges a list, beside the name of a view. */
const OWN = ['search', 'query', 'sort', 'cols', 'density', 'range', 'from', 'to', 'span'];

/** What a view keeps of a state: not its name, nor what is looked at now. */
export const viewAddress = (resource: Resource, state: ListParams): string =>
  writeListState(resource, { ...state, view: undefined, span: undefined, tail: false, row: undefined }, '');

export const viewState = (resource: Resource, { name, address }: SavedView): ListParams => ({
  ...readListState(resource, address),
  view: name,
});

/** An address that says no more than a view's name stands for the view; one that says nothing, for what the list opens with. */
export function expandAddress(address: string, book: ViewBook): string {
  const params = new URLSearchParams(address);
  if (OWN.some((name) => params.has(name))) return address;
  const view = viewNamed(book, params.get('view') ?? book.start);
  if (!view) return address;
  for (const [name, value] of new URLSearchParams(view.address)) params.set(name, value);
  params.set('view', view.name);
  return `?${params.toString()}`;
}
