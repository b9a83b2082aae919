// Switches between the list and the search in the text of its rows.
import type { Resource } from '../../descriptors/defineResource.ts';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import bar from '../list/QueryBar.module.css';
import type { TextSearch } from './useTextSearch.ts';

const SEARCHES = { list: 'List', textSearch: 'Typed and shown' };

/** Switches between the list and the search in the text of its rows. */
export const TextSearchChoice = ({ textSearch: { query, search } }: { textSearch: TextSearch }) => (
  <span className={bar.mode}>
    <Segmented
      size="inline"
      label="Search in"
      value={query ? 'textSearch' : 'list'}
      segments={SEARCHES}
      onChange={(searchIn) => search(searchIn === 'textSearch' ? { text: '', isPattern: false } : undefined)}
    />
  </span>
);

/** The same in a menu, for a phone. */
export const textSearchMenuItems = ({ list }: Resource, { query, search }: TextSearch): readonly MenuItem[] =>
  list.textSearch === undefined
    ? []
    : [
        {
          kind: 'item',
          id: 'textSearch',
          label: query ? 'Back to the list' : 'Search what was typed and shown',
          icon: 'search',
          run: () => search(query ? undefined : { text: '', isPattern: false }),
        },
      ];
